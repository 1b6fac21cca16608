"use client";

import { useSecondFactor } from "@portico/react/protected";
import { CodeField } from "@/components/portico/code-field";
import { Messages } from "@/components/portico/message";
import { usePortico } from "@/components/portico/provider";
import { Button } from "@/components/ui/button";
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "@/components/ui/card";
import { Field, FieldGroup, FieldLabel } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { cn } from "@/lib/utils";

/** Renders the second step of sign-in: a code from an app or a text message, a security key, or a recovery code. */
export function SecondFactor({ className }: { className?: string }) {
  const step = useSecondFactor(usePortico());
  const { second_factor: texts } = step.words;
  const { factor, others, sent } = step;
  const kind = factor?.factor_type;
  return (
    <div
      className={cn("w-full max-w-sm", className)}
      ref={(element) => {
        step.ref.current = element;
      }}
    >
      <Card>
        <CardHeader>
          <CardTitle>
            <h2 tabIndex={-1} className="outline-none">
              {texts.heading}
            </h2>
          </CardTitle>
          {kind && <CardDescription>{texts[`${kind}_text`]}</CardDescription>}
        </CardHeader>
        <CardContent className="flex flex-col gap-5">
          {kind === "webauthn" && (
            <Button {...step.button("key", "button")} onClick={step.useKey}>
              {texts.webauthn_button_label}
            </Button>
          )}
          {(kind === "totp" || kind === "recovery_code" || sent) && (
            <form
              {...step.form("confirm", async () => undefined)}
              onSubmit={(event) => {
                event.preventDefault();
                // React events bubble through portals, so an outer form would be submitted too.
                event.stopPropagation();
                void step.confirm(String(new FormData(event.currentTarget).get("token")));
              }}
            >
              <FieldGroup className="gap-5">
                {kind === "recovery_code" ? (
                  <Field>
                    <FieldLabel htmlFor={step.field("token").id}>{texts.code_label}</FieldLabel>
                    <Input autoComplete="off" autoCapitalize="none" {...step.field("token")} />
                  </Field>
                ) : (
                  <CodeField key={factor?.id} label={texts.code_label} {...step.field("token")} />
                )}
                <Button {...step.button("confirm")}>{texts.button_label}</Button>
              </FieldGroup>
            </form>
          )}
          {kind === "phone" && (
            <Button
              variant={sent ? "ghost" : "default"}
              {...step.button("send", "button")}
              onClick={step.send}
            >
              {sent ? texts.resend_button_label : texts.send_button_label}
            </Button>
          )}
          <Messages status={step.status} alert={step.alert} />
          <div className="flex flex-col items-center">
            {others.map((other) => (
              <Button
                key={other.id}
                type="button"
                variant="link"
                onClick={() => step.choose(other)}
              >
                {texts[`other_${other.factor_type}`]}
              </Button>
            ))}
            <Button variant="link" {...step.button("leave", "button")} onClick={step.signOut}>
              {texts.sign_out}
            </Button>
          </div>
        </CardContent>
      </Card>
    </div>
  );
}
