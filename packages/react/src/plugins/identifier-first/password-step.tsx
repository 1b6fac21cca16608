"use client";

import type { ComponentPropsWithRef, ReactNode } from "react";
import { Anchor } from "../../elements/anchor.tsx";
import { Button } from "../../elements/button.tsx";
import { Container } from "../../elements/container.tsx";
import { SecretField } from "../../form/change-fields.tsx";
import type { PluginForm } from "../plugin.ts";
import type { Identifier } from "./identifier.ts";

interface PasswordStepProps {
  identifier: Identifier;
  form: PluginForm;
  /** The props of the form, of its field and of its button. */
  props: ComponentPropsWithRef<"form">;
  field: { readonly name: string; readonly id: string };
  submit: object;
  other: { readonly label: string; readonly onClick: () => void };
  /** The messages, and the other methods. */
  children: ReactNode;
}

/** Renders the password field with the identifier above it, and the other methods below. */
export function PasswordStep({
  identifier,
  form,
  props,
  field,
  submit,
  other,
  children,
}: PasswordStepProps) {
  const { words } = form;
  const link = form.links.find(({ view }) => view === "forgotten_password")?.link;
  const signUpLink = form.links.find(({ view }) => view === "sign_up")?.link;
  return (
    <form {...props}>
      <Container gap="large">
        <p className="portico-text">
          <strong>
            <bdi dir="ltr">{identifier.value}</bdi>
          </strong>{" "}
          <button type="button" className="portico-way" onClick={other.onClick}>
            {other.label}
          </button>
        </p>
        <input name="email" autoComplete="username" value={identifier.value} readOnly hidden />
        <SecretField
          label={words.sign_in.password_label}
          autoComplete="current-password"
          aria-required
          form={form}
          {...field}
        />
        {link && <Anchor {...link} />}
        <Button color="primary" {...submit}>
          {words.sign_in.button_label}
        </Button>
        {children}
        {signUpLink && <Anchor {...signUpLink} />}
      </Container>
    </form>
  );
}
