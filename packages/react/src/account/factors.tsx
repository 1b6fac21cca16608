"use client";

import { useId } from "react";
import { Button } from "../elements/button.tsx";
import { ChangeField, CodeField } from "../form/change-fields.tsx";
import { template } from "../i18n/words.ts";
import { ConfirmButton, Section } from "./section.tsx";
import { type FactorKind, type Factors, useFactors } from "./use-factors.ts";

interface FactorsSectionProps {
  /** The kinds to offer. Pass the kinds that the project has enabled. Default: an authenticator app. */
  kinds?: readonly FactorKind[];
}

const defaultKinds: readonly FactorKind[] = ["totp"];

/** Renders the second factors and the forms to add more. */
export function FactorsSection({ kinds = defaultKinds }: FactorsSectionProps) {
  const change = useFactors();
  const { enrolment, factors, words: texts } = change;

  return (
    <Section heading={texts.factors.heading} text={texts.factors.text} change={change}>
      {factors.length > 0 && (
        <ul className="portico-list">
          {factors.map((factor) => (
            <li key={factor.id}>
              <div className="portico-item">
                <strong>{factor.name}</strong>
                {factor.name !== texts.factors[factor.kind] && (
                  <span className="portico-hint">{texts.factors[factor.kind]}</span>
                )}
              </div>
              <ConfirmButton
                label={texts.common.remove}
                fullLabel={`${texts.common.remove}: ${factor.name}`}
                question={template(texts.factors.remove, { name: factor.name })}
                confirmLabel={texts.common.remove}
                change={change}
                source={factor.id}
                onConfirm={() => change.remove(factor)}
              />
            </li>
          ))}
        </ul>
      )}
      {enrolment ? (
        <Enrolment change={change} enrolment={enrolment} />
      ) : (
        <div className="portico-row">
          {kinds.map((kind) => (
            <Button key={kind} data-kind={kind} onClick={() => change.add(kind)}>
              {texts.factors[`add_${kind}`]}
            </Button>
          ))}
        </div>
      )}
    </Section>
  );
}

function Enrolment({
  change,
  enrolment,
}: {
  change: Factors;
  enrolment: NonNullable<Factors["enrolment"]>;
}) {
  const { words: texts } = change;
  const { kind } = enrolment;
  const hint = useId();

  const cancel = (
    <Button {...change.button("cancel", "button")} onClick={change.cancel}>
      {texts.common.cancel}
    </Button>
  );
  if (enrolment.step === "name") {
    return (
      <form
        key="name"
        className="portico-form"
        aria-label={texts.factors[`add_${kind}`]}
        {...change.form("enrol", change.enrol)}
      >
        {kind === "phone" && (
          <div>
            <ChangeField
              label={texts.phone.heading}
              type="tel"
              autoComplete="tel"
              aria-describedby={hint}
              required
              {...change.field("phone")}
            />
            <p id={hint} className="portico-hint">
              {texts.phone.hint}
            </p>
          </div>
        )}
        <ChangeField
          label={texts.common.name_label}
          autoCapitalize="sentences"
          autoComplete="off"
          placeholder={texts.factors[kind]}
          {...change.field("name")}
        />
        <div className="portico-row">
          <Button color="primary" {...change.button("enrol")}>
            {texts.factors[`add_${kind}`]}
          </Button>
          {cancel}
        </div>
      </form>
    );
  }
  return (
    <form
      key="code"
      className="portico-form"
      aria-label={texts.factors[`add_${kind}`]}
      {...change.form("confirm", change.confirm)}
    >
      {enrolment.kind === "totp" ? (
        <>
          <p id={hint} className="portico-text">
            {texts.factors.scan}
          </p>
          <img
            className="portico-qr"
            src={enrolment.picture}
            alt={texts.factors.picture}
            width="180"
            height="180"
          />
          <p className="portico-text">
            {texts.factors.secret_label}{" "}
            <code className="portico-secret" dir="ltr">
              {enrolment.secret}
            </code>
          </p>
        </>
      ) : (
        <p id={hint} className="portico-text">
          {template(texts.phone.sent, { phone: enrolment.phone })}
        </p>
      )}
      <CodeField
        label={texts.common.code_label}
        aria-describedby={hint}
        {...change.field("token")}
      />
      <div className="portico-row">
        <Button color="primary" {...change.button("confirm")}>
          {texts.common.confirm}
        </Button>
        {enrolment.kind === "phone" && (
          <Button {...change.button("resend", "button")} onClick={change.resend}>
            {texts.common.resend}
          </Button>
        )}
        {cancel}
      </div>
    </form>
  );
}
