"use client";

import type { ReactNode } from "react";
import { usesPkce } from "../../address/pkce.ts";
import type { OtpType } from "../../client.ts";
import type { FormOptions } from "../../form/options.ts";
import { template, wordsOf } from "../../i18n/words.ts";
import { Announcement } from "../../messages/announcement.tsx";
import { knownMailbox, type Mailbox } from "../../messages/mailbox.ts";
import { type CodeOptions, CodeScreen } from "../code/code-screen.tsx";
import { Naming } from "../interpolate.tsx";
import { wordsFor } from "../words-for.ts";
import { check_email as english } from "./en.ts";
import type { SentView } from "./sent-view.ts";

/** How a sent message is waited for. */
export interface SentOptions extends CodeOptions {
  /**
   * How many digits a code has, where your emails have one: its field is there at once, and sends it with
   * the last digit. Default: the text speaks of the link alone, and the field is behind a disclosure.
   */
  codeLength?: number | undefined;
  /** Where an address is read. Default: the page of the provider, where it is one that is known. */
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
  /** True when the heading takes the focus when this first shows. */
  focus?: boolean;
  /** Returns to where the address was typed. */
  onBack: () => void;
  /** Other ways on. */
  children?: ReactNode;
}

/** Which code each message has. */
const codes: Readonly<Record<SentFor, OtpType>> = {
  sign_up: "signup",
  magic_link: "email",
  forgotten_password: "recovery",
  email_change: "email_change",
};

/**
 * The screen of a message that is on its way: where it went, and every way on. Every message has a
 * link, whose session the client tells of; a code, where it has one as well, is entered here.
 */
export function MessageSent(props: MessageSentProps) {
  const { form, sentFor, email, mailbox = knownMailbox } = props;
  const words = wordsFor("check_email", english, form.localization);
  const box = mailbox(email);
  const hasCode = props.codeLength !== undefined;
  const onlyHere = usesPkce(form.supabaseClient.auth);
  return (
    <CodeScreen
      {...props}
      form={{ ...form, ...redirectOf(form, sentFor) }}
      otpType={codes[sentFor]}
      to={{ name: "email", value: email }}
      words={{
        heading: sentFor === "email_change" ? words.heading : headlineOf(form, sentFor),
        resend_button_label: words.resend_button_label,
        resend_loading_button_label: words.resend_loading_button_label,
        resend_confirmation_text: words.resent,
      }}
      text={
        <>
          <Announcement now={props.focus}>
            <Naming text={words[`${sentFor}_text`]} name="email" value={email} />
          </Announcement>
          <p className="portico-text">{onlyHere ? words.same_browser_text : words.waiting_text}</p>
          {hasCode && <p className="portico-text">{words.code_text}</p>}
        </>
      }
      disclosure={hasCode ? undefined : words.have_code}
      above={
        box && (
          <a
            className="portico-button"
            data-color="default"
            href={box.href}
            target="_blank"
            rel="noreferrer"
          >
            {template(words.open_mail, { provider: box.name })}
          </a>
        )
      }
      back={{ label: words.wrong_address, go: props.onBack }}
    />
  );
}

/** The form's own confirmation is read first. A heading of one sentence has no full stop. */
function headlineOf({ localization }: FormOptions, sentFor: SentView): string {
  const { confirmation_text: text } = wordsOf(localization?.variables)[sentFor];
  return text.replace(/^([^.。।]*)[.。।]$/, "$1");
}

/** Where the links of this message lead, out of the addresses for each view. */
function redirectOf({ redirectTo }: FormOptions, sentFor: SentFor) {
  if (typeof redirectTo !== "object") return undefined;
  const own = sentFor === "email_change" ? undefined : redirectTo[sentFor];
  return { redirectTo: own };
}
