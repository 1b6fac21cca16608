"use client";

import type { ReactNode } from "react";
import { Anchor } from "./elements/anchor.tsx";
import { Button } from "./elements/button.tsx";
import { Container } from "./elements/container.tsx";
import { Divider } from "./elements/divider.tsx";
import { Heading } from "./elements/heading.tsx";
import { Message } from "./elements/message.tsx";
import { Field } from "./form/field.tsx";
import { FormContext } from "./form/form.ts";
import { PasswordField } from "./form/password-field.tsx";
import { SocialButtons } from "./social/social-buttons.tsx";
import { Root } from "./theme/root.tsx";
import type { AuthProps } from "./types.ts";
import { type AuthForm, useAuthForm } from "./use-auth-form.ts";

/** The whole form: the one view that is shown, the social buttons above it, what it says below. */
export function AuthView(props: AuthProps) {
  return <Shown auth={useAuthForm(props)} />;
}

interface ShownProps {
  auth: AuthForm;
  /** What to put above the social buttons. */
  above?: ReactNode;
  /** What to put under the fields. */
  below?: ReactNode;
  /** What to put under everything, before what went well or wrong. */
  last?: ReactNode;
  /** Shows the view, or something else in its place. */
  screen?(view: ReactNode): ReactNode;
}

/** A form as the kit draws it, with whatever else its caller puts into it. */
export function Shown({ auth, above, below, last, screen = (view) => view }: ShownProps) {
  const { alert, fields, heading, links, options, resend, social, status, view } = auth;

  return (
    <Root look={options} element={auth.root}>
      <FormContext.Provider value={auth}>
        {screen(
          <>
            {heading.children && <Heading {...heading} />}
            {above}
            {social[0] && <SocialButtons {...options} buttons={social} />}
            {social[0] && auth.hasForm && <Divider />}
            {auth.hasForm && (
              <form key={view} {...auth.form}>
                <Container gap="large">
                  {auth.username && <input {...auth.username} />}
                  {fields.map((field) =>
                    field.name === "password" ? (
                      <PasswordField key={field.name} {...field} form={auth} />
                    ) : (
                      <Field key={field.name} {...field} />
                    ),
                  )}
                  {below}
                  {options.slots?.[view]}
                  {view === "sign_up" && options.children}
                  <Button color="primary" {...auth.button} />
                  {(resend ?? links[0]) && (
                    <Container className="portico-links">
                      {resend && <Button {...resend} />}
                      {links.map(({ view: to, link }) => (
                        <Anchor key={to} {...link} />
                      ))}
                    </Container>
                  )}
                </Container>
              </form>
            )}
            {last}
            {/* Both regions are there before they have something to say: only then is it announced. */}
            <div {...status}>{status.children && <Message>{status.children}</Message>}</div>
            <div {...alert}>
              {alert.children && <Message color="danger">{alert.children}</Message>}
            </div>
          </>,
        )}
      </FormContext.Provider>
    </Root>
  );
}
