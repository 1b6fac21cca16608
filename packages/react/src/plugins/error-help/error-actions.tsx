import { type ReactNode, useState } from "react";
import { takeCaptcha } from "../../form/captcha.ts";
import { codeOf } from "../../form/ceremony-failure.ts";
import { redirectFor } from "../../form/redirects.ts";
import { linkText } from "../../headless/use-auth-form.ts";
import { formatNumber } from "../../i18n/format.ts";
import { template } from "../../i18n/words.ts";
import { useSecondsUntil } from "../../messages/countdown.tsx";
import { defaultWaitSeconds, retryAfter } from "../../messages/wait.ts";
import { type Retry, useRetry } from "../offline-notice/use-retry.ts";
import type { PluginForm } from "../plugin.ts";
import { withoutUndefined } from "../without-undefined.ts";
import { wordsFor } from "../words-for.ts";
import { help } from "./en.ts";

/** The ways out of a failure. */
export function ErrorActions({ form }: { form: PluginForm }) {
  const { state } = form;
  const retry = useRetry(form, form.view === "sign_in" ? { resend: () => resend(form) } : {});
  return (
    state.phase === "failed" && (
      <Ways key={state.message} form={form} error={state.error} retry={retry} />
    )
  );
}

function Ways({ form, error, retry }: { form: PluginForm; error: unknown; retry: Retry }) {
  const ways = actionsFor(form, error, retry);
  return ways && <div className="portico-ways">{ways}</div>;
}

function actionsFor(form: PluginForm, error: unknown, retry: Retry): ReactNode {
  const { options, view, words } = form;
  const text = wordsFor("help", help, options.localization);
  const signIn = <Way onClick={() => form.show("sign_in")}>{linkText(words, "sign_in", view)}</Way>;
  const reset = (
    <Way onClick={() => form.show("forgotten_password")}>{words.forgotten_password.heading}</Way>
  );

  switch (codeOf(error) ?? Object(error).name) {
    case "email_not_confirmed":
    case "provider_email_needs_verification":
      return view === "sign_in" && <Way onClick={() => resend(form)}>{text.resend}</Way>;
    case "invalid_credentials":
      return reset;
    case "user_already_exists":
    case "email_exists":
    case "phone_exists":
      return (
        <>
          {signIn}
          {reset}
        </>
      );
    case "otp_expired":
    case "invite_not_found":
    case "flow_state_expired":
    case "flow_state_not_found":
      // The view that verifies codes has a button for a new one.
      if (view === "verify_otp") return null;
      return options.magicLink ? (
        <Way onClick={() => form.show("magic_link")}>{words.magic_link.link_text}</Way>
      ) : (
        reset
      );
    case "signup_disabled":
    case "AuthSessionMissingError":
    case "session_not_found":
    case "session_expired":
    case "refresh_token_not_found":
    case "refresh_token_already_used":
    case "bad_jwt":
      return view !== "sign_in" && signIn;
    case "over_email_send_rate_limit":
    case "over_sms_send_rate_limit":
    case "over_request_rate_limit":
      return (
        <AfterPause form={form} seconds={retryAfter(error) ?? defaultWaitSeconds} retry={retry} />
      );
    case "captcha_failed":
    case "sms_send_failed":
    case "request_timeout":
    case "unexpected_failure":
      return retry && <Way onClick={retry}>{text.again}</Way>;
    default:
      return null;
  }
}

interface AfterPauseProps {
  form: PluginForm;
  /** How long to wait, in seconds. */
  seconds: number;
  retry: Retry;
}

/** A countdown, and then the way to try again. */
function AfterPause({ form, seconds, retry }: AfterPauseProps) {
  const { localization } = form.options;
  const text = wordsFor("help", help, localization);
  const [end] = useState(() => Date.now() + seconds * 1000);
  const left = useSecondsUntil(end);
  if (left === 0) return retry && <Way onClick={retry}>{text.again}</Way>;
  return (
    <span className="portico-text">
      {template(text.wait, { seconds: formatNumber(left, localization?.lang) })}
    </span>
  );
}

/** Sends the message again that confirms the address in the form. */
function resend({ options, root, submission, view, words }: PluginForm) {
  const email = root.current?.querySelector<HTMLInputElement>("input[name=email]")?.value ?? "";
  void submission.run("resend", async () => {
    const { redirectTo, supabaseClient } = options;
    const emailRedirectTo = redirectFor(redirectTo, view);
    const { error } = await supabaseClient.auth.resend({
      type: "signup",
      email,
      options: { ...(await takeCaptcha(options)), ...withoutUndefined({ emailRedirectTo }) },
    });
    if (error) throw error;
    return words.sign_up.confirmation_text;
  });
}

function Way(props: { onClick: () => unknown; children: ReactNode }) {
  return (
    <button type="button" className="portico-way" onClick={() => void props.onClick()}>
      {props.children}
    </button>
  );
}
