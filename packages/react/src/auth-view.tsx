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
import { useAuthForm } from "./use-auth-form.ts";
import type { ViewType } from "./view-names.ts";

/** The whole form: the one view that is shown, the social buttons above it, what it says below. */
export function AuthView({ home, ...given }: AuthProps & { home?: ViewType }) {
  const { around = [] } = given;
  const props = around.reduce<AuthProps>(
    // biome-ignore lint/correctness/useHookAtTopLevel: the list has as many in every render (Extra)
    (options, extra) => extra.useOptions?.(options) ?? options,
    given,
  );
  const auth = useAuthForm(props, home);
  const { alert, fields, heading, links, resend, social, status, view } = auth;
  const { dark, theme = "default" } = props;
  const extras = (place: "Above" | "Fields" | "Below") =>
    around.map(({ [place]: Part }, at) => Part && <Part key={String(at)} form={auth} />);

  return (
    <Root
      appearance={props.appearance}
      components={props.components}
      theme={dark && theme === "default" ? "dark" : theme}
      lang={props.localization?.lang}
      element={auth.root}
    >
      <FormContext.Provider value={auth}>
        {around.reduceRight<ReactNode>(
          (shown, { Screen }, at) =>
            Screen ? (
              <Screen key={String(at)} form={auth}>
                {shown}
              </Screen>
            ) : (
              shown
            ),
          <>
            {heading.children && <Heading {...heading} />}
            {extras("Above")}
            {social.length > 0 && (
              <SocialButtons
                buttons={social}
                layout={props.socialLayout ?? "vertical"}
                colors={props.socialColors ?? false}
              />
            )}
            {social.length > 0 && auth.hasForm && <Divider />}
            {auth.hasForm && (
              <form key={view} {...auth.form}>
                <Container gap="large">
                  {auth.username && <input {...auth.username} />}
                  {fields.map((field) =>
                    field.name === "password" ? (
                      <PasswordField key={field.name} {...field} />
                    ) : (
                      <Field key={field.name} {...field} />
                    ),
                  )}
                  {extras("Fields")}
                  {props.slots?.[view]}
                  {view === "sign_up" && props.children}
                  <Button color="primary" {...auth.button} />
                  {(resend || links.length > 0) && (
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
            {extras("Below")}
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
