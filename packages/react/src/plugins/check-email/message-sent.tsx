"use client";

import type { ReactNode } from "react";
import { usesPkce } from "../../address/pkce.ts";
import type { OtpType } from "../../client.ts";
import type { FormOptions } from "../../form/options.ts";
import { resolveTexts, template } from "../../i18n/words.ts";
import { Announcement } from "../../messages/announcement.tsx";
import { knownMailbox, type Mailbox } from "../../messages/mailbox.ts";
import { type CodeOptions, CodeScreen } from "../code/code-screen.tsx";
import { Interpolate } from "../interpolate.tsx";
import { textsFor } from "../texts-for.ts";
import type { EmailView } from "./email-view.ts";
import { check_email as english } from "./en.ts";

/** The options of the screen after a message was sent. */
export interface SentOptions extends CodeOptions {
  /**
   * The number of digits of the code in your e-mails. If set, the field for the code is visible and the last digit
   * submits the form. Default: the text only mentions the link, and the field is inside a disclosure.
   */
  codeLength?: number | undefined;
  /** Returns the mailbox for an address. Default: the website of a known mail provider. */
  mailbox?: ((address: string) => Mailbox | undefined) | undefined;
}

/** The purpose of a message. */
export type MessagePurpose = EmailView | "email_change";

interface MessageSentProps extends SentOptions {
  /** The options of the form that sent the message. */
  form: Omit<FormOptions, "otpType">;
  purpose: MessagePurpose;
  email: string;
  /** When the message was sent, in milliseconds since 1970. */
  sentAt: number;
  /** Whether to focus the heading when the screen appears. */
  focus?: boolean;
  /** Called to return to the form for the address. */
  onBack: () => void;
  /** Other actions. */
  children?: ReactNode;
}

/** The kind of code that each message contains. */
const otpTypes: Readonly<Record<MessagePurpose, OtpType>> = {
  sign_up: "signup",
  magic_link: "email",
  forgotten_password: "recovery",
  email_change: "email_change",
};

/**
 * Renders the screen after a message was sent: the address, and the actions to continue. Every message contains a link;
 * the client reports the session that it creates. If the message contains a code, the user can enter the code on this
 * screen.
 */
export function MessageSent(props: MessageSentProps) {
  const { form, purpose, email, mailbox = knownMailbox } = props;
  const texts = textsFor("check_email", english, form.localization);
  const provider = mailbox(email);
  const hasCode = props.codeLength !== undefined;
  const isPkceFlow = usesPkce(form.supabaseClient.auth);
  return (
    <CodeScreen
      {...props}
      form={{ ...form, ...redirectOptions(form, purpose) }}
      otpType={otpTypes[purpose]}
      to={{ name: "email", value: email }}
      texts={{
        heading: purpose === "email_change" ? texts.heading : headingOf(form, purpose),
        resend_button_label: texts.resend_button_label,
        resend_loading_button_label: texts.resend_loading_button_label,
        resend_confirmation_text: texts.resent,
      }}
      text={
        <>
          <Announcement isAnnounced={props.focus}>
            <Interpolate text={texts[`${purpose}_text`]} name="email" value={email} />
          </Announcement>
          <p className="portico-text">
            {isPkceFlow ? texts.same_browser_text : texts.waiting_text}
          </p>
          {hasCode && <p className="portico-text">{texts.code_text}</p>}
        </>
      }
      disclosure={hasCode ? undefined : texts.have_code}
      above={
        provider && (
          <a
            className="portico-button"
            data-color="default"
            href={provider.href}
            target="_blank"
            rel="noreferrer"
          >
            {template(texts.open_mail, { provider: provider.name })}
          </a>
        )
      }
      back={{ label: texts.wrong_address, onClick: props.onBack }}
    />
  );
}

/**
 * Returns the form's confirmation without its full stop, as the screen's heading, because screen readers read the
 * heading first. A text of several sentences keeps its full stops.
 */
function headingOf({ localization }: FormOptions, purpose: EmailView): string {
  const { confirmation_text: text } = resolveTexts(localization?.variables)[purpose];
  return text.replace(/^([^.。।]*)[.。।]$/, "$1");
}

/** Returns the option `redirectTo` for this message's links, if the form has one address per view. */
function redirectOptions({ redirectTo }: FormOptions, purpose: MessagePurpose) {
  if (typeof redirectTo !== "object") return undefined;
  const address = purpose === "email_change" ? undefined : redirectTo[purpose];
  return { redirectTo: address };
}
