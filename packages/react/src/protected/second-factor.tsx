"use client";

import { type MouseEvent, useId, useRef } from "react";
import { Button } from "../elements/button.tsx";
import { Container } from "../elements/container.tsx";
import { Heading } from "../elements/heading.tsx";
import { CodeField } from "../form/change-fields.tsx";
import { FormMessages } from "../form/form-messages.tsx";
import { interceptSubmit } from "../form/intercept-submit.ts";
import type { AuthProps } from "../headless/auth-props.ts";
import { Root } from "../theme/root.tsx";
import { type SecondFactorOptions, useSecondFactor } from "./use-second-factor.ts";

/** The props of `<Auth>` that define the appearance. */
export type Look = Pick<AuthProps, "appearance" | "components" | "dark" | "theme">;

/** Renders the second step of sign-in: a code or a security key. */
export function SecondFactor({ ...options }: SecondFactorProps) {
  const step = useSecondFactor(options);
  const texts = step.words.second_factor;
  const root = useRef<HTMLDivElement>(null);
  const { factor, others, sent } = step;
  const kind = factor?.factor_type;
  const { handler } = options;
  const formId = useId();
  const action = handler && `${handler.action}&factor=${factor?.id}&kind=${kind}`;
  /** Returns the props of a button that works without a script if there is a handler. */
  const withHandler = (formAction: string | undefined, onClick: () => Promise<void>) =>
    handler
      ? {
          type: "submit" as const,
          form: formId,
          formAction,
          onClick(event: MouseEvent) {
            event.preventDefault();
            void onClick();
          },
        }
      : { onClick };

  return (
    <Root look={options} element={root}>
      <section
        ref={(element) => {
          step.ref.current = element;
        }}
      >
        <Heading tabIndex={-1}>{texts.heading}</Heading>
        <Container gap="large">
          {kind && <p className="portico-text">{texts[`${kind}_text`]}</p>}
          {kind === "webauthn" && (
            <Button
              color="primary"
              className="portico-key"
              {...step.button("key", "button")}
              onClick={step.useKey}
            >
              {texts.webauthn_button_label}
            </Button>
          )}
          {(kind === "totp" || kind === "recovery_code" || sent) && (
            <form
              {...step.form("confirm", async () => undefined)}
              action={action}
              onSubmit={(event) => {
                interceptSubmit(event);
                void step.confirm(String(new FormData(event.currentTarget).get("token")));
              }}
            >
              <Container gap="large">
                <CodeField
                  key={factor?.id}
                  label={texts.code_label}
                  {...(kind === "recovery_code" && recoveryCodeInput)}
                  {...step.field("token")}
                  autoFocus={handler !== undefined}
                />
                <Button color="primary" {...step.button("confirm")}>
                  {texts.button_label}
                </Button>
              </Container>
            </form>
          )}
          {kind === "phone" && (
            <Button
              color={sent ? "default" : "primary"}
              {...step.button("send", "button")}
              {...withHandler(action && `${action}&send`, step.send)}
            >
              {sent ? texts.resend_button_label : texts.send_button_label}
            </Button>
          )}
        </Container>
        <FormMessages form={step} />
        {handler && <form id={formId} method="post" action={action} />}
        <div className="portico-ways">
          {others.map((other) => {
            const text = texts[`other_${other.factor_type}`];
            return handler ? (
              <a
                key={other.id}
                className="portico-way"
                href={handler.linkPrefix + other.id}
                onClick={(event) => {
                  event.preventDefault();
                  step.choose(other);
                }}
              >
                {text}
              </a>
            ) : (
              <button
                key={other.id}
                type="button"
                className="portico-way"
                onClick={() => step.choose(other)}
              >
                {text}
              </button>
            );
          })}
          <button
            {...step.button("leave", "button")}
            {...withHandler(handler?.signOutAction, step.signOut)}
            className="portico-way"
          >
            {texts.sign_out}
          </button>
        </div>
      </section>
    </Root>
  );
}

/** A recovery code contains letters, and browsers must not store it. */
const recoveryCodeInput = { inputMode: "text", autoComplete: "off" } as const;

export interface SecondFactorProps extends SecondFactorOptions, Look {}
