"use client";

import type { Form, FormOptions, ViewLink } from "@portico/react";
import type { ReactNode, RefObject } from "react";
import { PasswordField, TextField } from "@/components/portico/fields";
import { Messages } from "@/components/portico/message";
import { Button } from "@/components/ui/button";
import { Card, CardContent, CardHeader, CardTitle } from "@/components/ui/card";
import { FieldGroup, FieldSeparator } from "@/components/ui/field";
import { cn } from "@/lib/utils";

/** The addresses of the pages to which other views link. */
export type Hrefs = {
  readonly [View in "forgotten_password" | "magic_link" | "sign_in" | "sign_up"]?: string;
};

/** The props of every block with a form: its hook's options, except those that the provider sets. */
export interface FormBlockProps extends Omit<FormOptions, "localization" | "supabaseClient"> {
  /** The pages to link to. The links' texts are in the form's language. */
  links?: Hrefs;
  /** The initial value of the e-mail field. */
  email?: string;
  className?: string;
  /** Content below the form: social buttons, a passkey. */
  children?: ReactNode;
}

interface FormCardProps extends Pick<FormBlockProps, "children" | "className" | "email"> {
  form: Form;
  links?: readonly Pick<ViewLink, "link" | "view">[];
  root?: RefObject<HTMLDivElement | null>;
  /** Whether the page has a form besides social buttons. */
  hasForm?: boolean;
  /** Replaces the form's own fields. */
  fields?: ReactNode;
}

/** Renders a form on its card. */
export function FormCard({ form, links = [], root, hasForm = true, ...props }: FormCardProps) {
  const { children, className, email, fields } = props;
  return (
    <div ref={root} className={cn("w-full max-w-sm", className)}>
      <Card>
        <CardHeader>
          <CardTitle>
            <h2 {...form.heading} className="outline-none" />
          </CardTitle>
        </CardHeader>
        <CardContent className="flex flex-col gap-5">
          {hasForm && (
            <FormBody key={form.view} form={form} email={email}>
              {fields}
            </FormBody>
          )}
          <Messages status={form.status} alert={form.alert} />
          {children && hasForm && <FieldSeparator />}
          {children}
          {links.length > 0 && (
            <nav className="flex flex-col items-center gap-1 text-center text-sm">
              {links.map(({ view, link }) => (
                <a
                  key={view}
                  {...link}
                  className="py-1 text-muted-foreground underline underline-offset-4 hover:text-foreground"
                />
              ))}
            </nav>
          )}
        </CardContent>
      </Card>
    </div>
  );
}

interface FormBodyProps {
  form: Form;
  email?: string;
  /** Whether to focus the password field. */
  autoFocus?: boolean;
  children?: ReactNode;
}

/** Renders the fields of a form and its buttons. */
export function FormBody({ form, email, autoFocus, children }: FormBodyProps) {
  return (
    <form {...form.form}>
      <FieldGroup className="gap-5">
        {form.username && <input {...form.username} />}
        {children ??
          form.fields.map(({ name, label, input }) => {
            const props = {
              ...input,
              id: label.htmlFor,
              label: label.children,
              ...(name === "email" && email && { defaultValue: email }),
            };
            return name === "password" ? (
              <PasswordField
                key={name}
                {...props}
                autoFocus={autoFocus}
                show={form.words.common.show_password}
                sending={form.state.phase === "sending"}
              />
            ) : (
              <TextField key={name} {...props} />
            );
          })}
        <Button {...form.button} className="w-full" />
        {form.resend && <Button {...form.resend} variant="ghost" className="w-full" />}
      </FieldGroup>
    </form>
  );
}

/** Returns links to the other views' pages. */
export function linksTo(
  { view: currentView, words: texts }: Form,
  hrefs: Hrefs = {},
): Pick<ViewLink, "link" | "view">[] {
  const views = ["forgotten_password", "magic_link", "sign_in", "sign_up"] as const;
  return views.flatMap((view) => {
    const href = hrefs[view];
    const isBack = view === "sign_in" && currentView !== "sign_up";
    const children = isBack ? texts[view].back_link_text : texts[view].link_text;
    return href === undefined ? [] : [{ view, link: { href, children } }];
  });
}
