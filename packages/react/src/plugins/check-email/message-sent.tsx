"use client";

import type { ReactNode } from "react";
import { usesPkce } from "../../address/pkce.ts";
import type { OtpType } from "../../client.ts";
import type { FormOptions } from "../../form/options.ts";
import { template, wordsOf } from "../../i18n/words.ts";
import { Announcement } from "../../messages/announcement.tsx";
import { knownMailbox, type Mailbox } from "../../messages/mailbox.ts";
import { type CodeOptions, CodeScreen } from "../code/code-screen.tsx";
import { Interpolate } from "../interpolate.tsx";
import { wordsFor } from "../words-for.ts";
import { check_email as english } from "./en.ts";
import type { SentView } from "./sent-view.ts";

/** The options of the screen after a message was sent. */
export interface SentOptions extends CodeOptions {
  /**
   * The number of digits of a code, if your e-mails contain one: its field is visible, and the form is submitted with
   * the last digit. Default: the text only mentions the link, and the field is inside a disclosure.
   */
  codeLength?: number | undefined;
  /** Returns the mailbox of an address. Default: the page of a known mail provider. */
  mailbox?: ((address: string) => Mailbox | undefined) | undefined;
}

/** The purpose of a message. */
export type SentFor = SentView | "email_change";

interface MessageSentProps extends SentOptions {
  /** The options of the form that sent it. */
  form: Omit<FormOptions, "otpType">;
  sentFor: SentFor;
  email: string;
  /** When it was sent, in milliseconds since 1970. */
  at: number;
  /** True if the heading takes the focus at first. */
  focus?: boolean;
  /** Returns to the form with the address. */
  onBack: () => void;
  /** Other actions. */
  children?: ReactNode;
}

/** The kind of code that each message contains. */
const codes: Readonly<Record<SentFor, OtpType>> = {
  sign_up: "signup",
  magic_link: "email",
  forgotten_password: "recovery",
  email_change: "email_change",
};

/**
 * Renders the screen after a message was sent: the address, and every way to continue. Every message contains a link,
 * whose session the client reports; a code can be entered in the screen.
 */
export function MessageSent(props: MessageSentProps) {
  const { form, sentFor, email, mailbox = knownMailbox } = props;
  const words = wordsFor("check_email", english, form.localization);
  const provider = mailbox(email);
  const hasCode = props.codeLength !== undefined;
  const isBrowserBound = usesPkce(form.supabaseClient.auth);
  return (
    <CodeScreen
      {...props}
      form={{ ...form, ...redirectOf(form, sentFor) }}
      otpType={codes[sentFor]}
      to={{ name: "email", value: email }}
      words={{
        heading: sentFor === "email_change" ? words.heading : headingOf(form, sentFor),
        resend_button_label: words.resend_button_label,
        resend_loading_button_label: words.resend_loading_button_label,
        resend_confirmation_text: words.resent,
      }}
      text={
        <>
          <Announcement now={props.focus}>
            <Interpolate text={words[`${sentFor}_text`]} name="email" value={email} />
          </Announcement>
          <p className="portico-text">
            {isBrowserBound ? words.same_browser_text : words.waiting_text}
          </p>
          {hasCode && <p className="portico-text">{words.code_text}</p>}
        </>
      }
      disclosure={hasCode ? undefined : words.have_code}
      above={
        provider && (
          <a
            className="portico-button"
            data-color="default"
            href={provider.href}
            target="_blank"
            rel="noreferrer"
          >
            {template(words.open_mail, { provider: provider.name })}
          </a>
        )
      }
      back={{ label: words.wrong_address, go: props.onBack }}
    />
  );
}

/**
 * Returns the form's confirmation as the heading, since it is read first. A heading of one sentence has no full stop.
 */
function headingOf({ localization }: FormOptions, sentFor: SentView): string {
  const { confirmation_text: text } = wordsOf(localization?.variables)[sentFor];
  return text.replace(/^([^.。।]*)[.。।]$/, "$1");
}

/** Returns where the links of this message lead, if the form has one address per view. */
function redirectOf({ redirectTo }: FormOptions, sentFor: SentFor) {
  if (typeof redirectTo !== "object") return undefined;
  const own = sentFor === "email_change" ? undefined : redirectTo[sentFor];
  return { redirectTo: own };
}
