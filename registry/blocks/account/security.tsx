"use client";

import { template } from "@portico/react";
import {
  type Enrolment,
  type FactorKind,
  type Factors,
  type PasswordChangeOptions,
  useAccount,
  useFactors,
  usePasswordChange,
} from "@portico/react/account";
import {
  ConfirmButton,
  Item,
  List,
  Row,
  Section,
  SectionForm,
} from "@/components/portico/account/section";
import { CodeField } from "@/components/portico/code-field";
import { PasswordField, TextField } from "@/components/portico/fields";
import { Button } from "@/components/ui/button";

/** Renders the form that changes the password. */
export function Password(options: PasswordChangeOptions) {
  const { formWords: formTexts } = useAccount();
  const change = usePasswordChange(options);
  const { requiresCurrentPassword, requiresNonce, words: texts } = change;
  const show = formTexts.common.show_password;
  return (
    <Section heading={texts.password.heading} text={texts.password.text} change={change}>
      <SectionForm
        {...change.form("save", change.save)}
        buttons={<Button {...change.button("save")}>{texts.password.button_label}</Button>}
      >
        <input
          type="text"
          name="username"
          autoComplete="username"
          value={change.username}
          readOnly
          hidden
        />
        {requiresCurrentPassword && (
          <PasswordField
            label={texts.password.current_label}
            show={show}
            autoComplete="current-password"
            required
            {...change.field("current_password")}
          />
        )}
        <PasswordField
          label={texts.password.label}
          show={show}
          autoComplete="new-password"
          required
          {...change.field("password")}
        />
        {requiresNonce && <CodeField label={texts.common.code_label} {...change.field("nonce")} />}
      </SectionForm>
    </Section>
  );
}

interface SecondFactorsProps {
  /** The kinds to offer. Pass the kinds that the project has enabled. Default: an authenticator app. */
  kinds?: readonly FactorKind[];
}

const defaultKinds: readonly FactorKind[] = ["totp"];

/** Renders the second factors and the forms to add more. */
export function SecondFactors({ kinds = defaultKinds }: SecondFactorsProps) {
  const change = useFactors();
  const { enrolment, factors, words: texts } = change;
  return (
    <Section heading={texts.factors.heading} text={texts.factors.text} change={change}>
      {factors.length > 0 && (
        <List>
          {factors.map((factor) => (
            <Item
              key={factor.id}
              name={factor.name}
              hint={factor.name !== texts.factors[factor.kind] && texts.factors[factor.kind]}
            >
              <ConfirmButton
                label={texts.common.remove}
                fullLabel={`${texts.common.remove}: ${factor.name}`}
                question={template(texts.factors.remove, { name: factor.name })}
                confirmLabel={texts.common.remove}
                change={change}
                source={factor.id}
                onConfirm={() => change.remove(factor)}
              />
            </Item>
          ))}
        </List>
      )}
      {enrolment ? (
        <EnrolmentForm key={enrolment.step} change={change} enrolment={enrolment} />
      ) : (
        <Row>
          {kinds.map((kind) => (
            <Button
              key={kind}
              type="button"
              variant="outline"
              data-kind={kind}
              onClick={() => change.add(kind)}
            >
              {texts.factors[`add_${kind}`]}
            </Button>
          ))}
        </Row>
      )}
    </Section>
  );
}

function EnrolmentForm({ change, enrolment }: { change: Factors; enrolment: Enrolment }) {
  const { words: texts } = change;
  const { kind } = enrolment;
  const cancel = (
    <Button variant="outline" {...change.button("cancel", "button")} onClick={change.cancel}>
      {texts.common.cancel}
    </Button>
  );
  if (enrolment.step === "name") {
    return (
      <SectionForm
        aria-label={texts.factors[`add_${kind}`]}
        {...change.form("enrol", change.enrol)}
        buttons={
          <>
            <Button {...change.button("enrol")}>{texts.factors[`add_${kind}`]}</Button>
            {cancel}
          </>
        }
      >
        {kind === "phone" && (
          <TextField
            label={texts.phone.heading}
            hint={texts.phone.hint}
            type="tel"
            autoComplete="tel"
            required
            {...change.field("phone")}
          />
        )}
        <TextField
          label={texts.common.name_label}
          autoCapitalize="sentences"
          autoComplete="off"
          placeholder={texts.factors[kind]}
          {...change.field("name")}
        />
      </SectionForm>
    );
  }
  return (
    <SectionForm
      aria-label={texts.factors[`add_${kind}`]}
      {...change.form("confirm", change.confirm)}
      buttons={
        <>
          <Button {...change.button("confirm")}>{texts.common.confirm}</Button>
          {enrolment.kind === "phone" && (
            <Button
              variant="outline"
              {...change.button("resend", "button")}
              onClick={change.resend}
            >
              {texts.common.resend}
            </Button>
          )}
          {cancel}
        </>
      }
    >
      {enrolment.kind === "totp" ? (
        <div className="flex flex-col items-start gap-4 text-sm">
          <p>{texts.factors.scan}</p>
          <img
            className="rounded-md bg-white p-2"
            src={enrolment.picture}
            alt={texts.factors.picture}
            width="180"
            height="180"
          />
          <p>
            {texts.factors.secret_label}{" "}
            <code className="wrap-anywhere" dir="ltr">
              {enrolment.secret}
            </code>
          </p>
        </div>
      ) : (
        <p className="text-sm">{template(texts.phone.sent, { phone: enrolment.phone })}</p>
      )}
      <CodeField label={texts.common.code_label} {...change.field("token")} />
    </SectionForm>
  );
}
