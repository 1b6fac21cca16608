"use client";

import { type ReactNode, useEffect } from "react";
import { Anchor } from "../elements/anchor.tsx";
import { Button } from "../elements/button.tsx";
import { Container } from "../elements/container.tsx";
import { Divider } from "../elements/divider.tsx";
import { Heading } from "../elements/heading.tsx";
import { Field } from "../form/field.tsx";
import { FormContext } from "../form/form.ts";
import { FormMessages } from "../form/form-messages.tsx";
import { PasswordField } from "../form/password-field.tsx";
import type { AuthProps } from "../headless/auth-props.ts";
import { type AuthForm, useAuthForm } from "../headless/use-auth-form.ts";
import { SocialButtons } from "../social/social-buttons.tsx";
import { isClassic } from "../theme/appearance.ts";
import { Root } from "../theme/root.tsx";

// Keep this exact text: bundlers replace `process.env.NODE_ENV` and remove the branch from production builds.
declare const process: { readonly env: { readonly NODE_ENV?: string } };

/** Renders the current view: social buttons, form and messages. */
export function AuthView(props: AuthProps) {
  return <AuthLayout auth={useAuthForm(props)} />;
}

interface AuthLayoutProps {
  auth: AuthForm;
  /** Content above the social buttons. */
  above?: ReactNode;
  /** Content below the fields. */
  fields?: ReactNode;
  /** Content below the messages, such as actions after a failure. */
  actions?: ReactNode;
  /** Content below everything except the link to the other form. */
  below?: ReactNode;
  /** Renders the view, or something else instead of it. */
  screen?(view: ReactNode): ReactNode;
}

/** Renders a form with the kit's markup, and with the content that the caller adds. */
export function AuthLayout({ auth, screen = (view) => view, ...parts }: AuthLayoutProps) {
  const { fields, heading, links, options, resend, social, view } = auth;
  const messages = <FormMessages form={auth}>{parts.actions}</FormMessages>;
  const isModern = !isClassic(options.appearance);
  const forgottenLink = isModern && links.find(({ view: to }) => to === "forgotten_password");
  const otherLinks = links.filter((link) => link !== forgottenLink);
  // The link to the other form (sign-in or sign-up) comes last.
  const lastLink = isModern && auth.hasForm && otherLinks.pop();

  // The effect has no dependencies, because an array of them would remain in production builds. The warning still
  // appears once for each list.
  useEffect(() => {
    try {
      if (process.env.NODE_ENV === "development" && social[0])
        void import("../settings/disabled-providers.ts").then((module) =>
          module.warnAboutDisabledProviders(
            options.supabaseClient,
            social.map(({ provider }) => provider),
          ),
        );
    } catch {
      // Without a bundler there is no `process`.
    }
  });

  return (
    <Root look={options} element={auth.root}>
      <FormContext.Provider value={auth}>
        {screen(
          <>
            {heading.children && (
              <Heading {...heading} className={options.showHeading ? "" : "portico-unseen"} />
            )}
            {parts.above}
            {social[0] && <SocialButtons {...options} buttons={social} />}
            {social[0] && auth.hasForm && <Divider />}
            {auth.hasForm ? (
              <form {...auth.form}>
                <Container gap="large">
                  {/* The key discards a typed password when the view changes. The messages are outside and remain. */}
                  <Container key={view} gap="large">
                    {auth.username && <input {...auth.username} />}
                    {fields.map((field) =>
                      field.name === "password" ? (
                        <PasswordField key={field.name} {...field} form={auth} />
                      ) : (
                        <Field key={field.name} {...field} />
                      ),
                    )}
                    {forgottenLink && <Anchor {...forgottenLink.link} />}
                    {parts.fields}
                    {options.slots?.[view]}
                    {view === "sign_up" && options.children}
                  </Container>
                  <Button color="primary" {...auth.button} />
                  {messages}
                  {resend && <Button {...resend} />}
                  {otherLinks[0] && (
                    <Container>
                      {otherLinks.map(({ view: to, link }) => (
                        <Anchor key={to} {...link} />
                      ))}
                    </Container>
                  )}
                </Container>
              </form>
            ) : (
              messages
            )}
            {parts.below}
            {lastLink && <Anchor {...lastLink.link} />}
          </>,
        )}
      </FormContext.Provider>
    </Root>
  );
}
