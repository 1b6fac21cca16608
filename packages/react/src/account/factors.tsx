"use client";

import { useId } from "react";
import { Button } from "../elements/button.tsx";
import { ChangeField, CodeField } from "../form/change-fields.tsx";
import { template } from "../i18n/words.ts";
import { ConfirmButton, Section } from "./section.tsx";
import { type FactorKind, type Factors, useFactors } from "./use-factors.ts";

interface FactorsSectionProps {
  /** The kinds to offer: those that the project has enabled. Default: an authenticator app. */
  kinds?: readonly FactorKind[];
}

const onlyApps: readonly FactorKind[] = ["totp"];

/** Renders the second factors and the forms to add more. */
export function FactorsSection({ kinds = onlyApps }: FactorsSectionProps) {
  const change = useFactors();
  const { enrolment, factors, words } = change;

  return (
    <Section heading={words.factors.heading} text={words.factors.text} change={change}>
      {factors.length > 0 && (
        <ul className="portico-list">
          {factors.map((factor) => (
            <li key={factor.id}>
              <div className="portico-item">
                <strong>{factor.name}</strong>
                {factor.name !== words.factors[factor.kind] && (
                  <span className="portico-hint">{words.factors[factor.kind]}</span>
                )}
              </div>
              <ConfirmButton
                label={words.common.remove}
                fullLabel={`${words.common.remove}: ${factor.name}`}
                question={template(words.factors.remove, { name: factor.name })}
                confirmLabel={words.common.remove}
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
              {words.factors[`add_${kind}`]}
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
  const { words } = change;
  const { kind } = enrolment;
  const hint = useId();

  const cancel = (
    <Button {...change.button("cancel", "button")} onClick={change.cancel}>
      {words.common.cancel}
    </Button>
  );
  if (enrolment.step === "name") {
    return (
      <form
        key="name"
        className="portico-form"
        aria-label={words.factors[`add_${kind}`]}
        {...change.form("enrol", change.enrol)}
      >
        {kind === "phone" && (
          <div>
            <ChangeField
              label={words.phone.heading}
              type="tel"
              autoComplete="tel"
              aria-describedby={hint}
              required
              {...change.field("phone")}
            />
            <p id={hint} className="portico-hint">
              {words.phone.hint}
            </p>
          </div>
        )}
        <ChangeField
          label={words.common.name_label}
          autoCapitalize="sentences"
          autoComplete="off"
          placeholder={words.factors[kind]}
          {...change.field("name")}
        />
        <div className="portico-row">
          <Button color="primary" {...change.button("enrol")}>
            {words.factors[`add_${kind}`]}
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
      aria-label={words.factors[`add_${kind}`]}
      {...change.form("confirm", change.confirm)}
    >
      {enrolment.kind === "totp" ? (
        <>
          <p id={hint} className="portico-text">
            {words.factors.scan}
          </p>
          <img
            className="portico-qr"
            src={enrolment.picture}
            alt={words.factors.picture}
            width="180"
            height="180"
          />
          <p className="portico-text">
            {words.factors.secret_label}{" "}
            <code className="portico-secret" dir="ltr">
              {enrolment.secret}
            </code>
          </p>
        </>
      ) : (
        <p id={hint} className="portico-text">
          {template(words.phone.sent, { phone: enrolment.phone })}
        </p>
      )}
      <CodeField
        label={words.common.code_label}
        aria-describedby={hint}
        {...change.field("token")}
      />
      <div className="portico-row">
        <Button color="primary" {...change.button("confirm")}>
          {words.common.confirm}
        </Button>
        {enrolment.kind === "phone" && (
          <Button {...change.button("resend", "button")} onClick={change.resend}>
            {words.common.resend}
          </Button>
        )}
        {cancel}
      </div>
    </form>
  );
}
