"use client";

import { type ReactNode, useEffect } from "react";
import { Anchor } from "../elements/anchor.tsx";
import { Button } from "../elements/button.tsx";
import { Container } from "../elements/container.tsx";
import { Divider } from "../elements/divider.tsx";
import { Heading } from "../elements/heading.tsx";
import { Field } from "../form/field.tsx";
import { FormContext } from "../form/form.ts";
import { PasswordField } from "../form/password-field.tsx";
import { Said } from "../form/said.tsx";
import type { AuthProps } from "../headless/auth-props.ts";
import { type AuthForm, useAuthForm } from "../headless/use-auth-form.ts";
import { SocialButtons } from "../social/social-buttons.tsx";
import { isClassic } from "../theme/appearance.ts";
import { Root } from "../theme/root.tsx";

// Bundlers look for `process.env.NODE_ENV`, spelled so, and leave the branch out of a page for visitors.
declare const process: { readonly env: { readonly NODE_ENV?: string } };

/** The whole form: the one view that is shown, the social buttons above it, what it says below. */
export function AuthView(props: AuthProps) {
  return <Shown auth={useAuthForm(props)} />;
}

interface ShownProps {
  auth: AuthForm;
  /** Stands above the social buttons. */
  above?: ReactNode;
  /** Stands under the fields. */
  fields?: ReactNode;
  /** Stands under what went well or wrong: what can be done about it. */
  after?: ReactNode;
  /** Stands under everything but the way to the other form. */
  below?: ReactNode;
  /** Shows the view, or something else in its place. */
  screen?(view: ReactNode): ReactNode;
}

/** A form as the kit draws it, with whatever else its caller puts into it. */
export function Shown({ auth, screen = (view) => view, ...parts }: ShownProps) {
  const { fields, heading, links, options, resend, social, view } = auth;
  const said = <Said form={auth}>{parts.after}</Said>;
  const isOwn = !isClassic(options.appearance);
  const forgotten = isOwn && links.find(({ view: to }) => to === "forgotten_password");
  const ways = links.filter((way) => way !== forgotten);
  // The way to the other form comes after every way to do what this one does.
  const foot = isOwn && auth.hasForm && ways.pop();

  // It reports each list of providers once. With a list of what it depends on, a page for visitors would have that.
  useEffect(() => {
    try {
      if (process.env.NODE_ENV === "development" && social[0])
        void import("../settings/providers-off.ts").then((it) =>
          it.reportProvidersOff(
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
                  {/* A password stays in its view; what is said stays while views change. */}
                  <Container key={view} gap="large">
                    {auth.username && <input {...auth.username} />}
                    {fields.map((field) =>
                      field.name === "password" ? (
                        <PasswordField key={field.name} {...field} form={auth} />
                      ) : (
                        <Field key={field.name} {...field} />
                      ),
                    )}
                    {forgotten && <Anchor {...forgotten.link} />}
                    {parts.fields}
                    {options.slots?.[view]}
                    {view === "sign_up" && options.children}
                  </Container>
                  <Button color="primary" {...auth.button} />
                  {said}
                  {resend && <Button {...resend} />}
                  {ways[0] && (
                    <Container>
                      {ways.map(({ view: to, link }) => (
                        <Anchor key={to} {...link} />
                      ))}
                    </Container>
                  )}
                </Container>
              </form>
            ) : (
              said
            )}
            {parts.below}
            {foot && <Anchor {...foot.link} />}
          </>,
        )}
      </FormContext.Provider>
    </Root>
  );
}
