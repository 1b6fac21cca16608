import { type ReactNode, useState } from "react";
import { resolveCaptchaToken } from "../../form/captcha.ts";
import { codeOf } from "../../form/ceremony-failure.ts";
import { redirectFor } from "../../form/redirects.ts";
import { linkTextTo } from "../../headless/use-auth-form.ts";
import { formatNumber } from "../../i18n/format.ts";
import { template } from "../../i18n/words.ts";
import { useSecondsUntil } from "../../messages/countdown.tsx";
import { defaultWaitSeconds, retryAfterSeconds } from "../../messages/wait.ts";
import { type Retry, useRetry } from "../offline-notice/use-retry.ts";
import type { PluginForm } from "../plugin.ts";
import { textsFor } from "../texts-for.ts";
import { withoutUndefined } from "../without-undefined.ts";
import { help } from "./en.ts";

/** Renders the actions for a failure. */
export function ErrorActions({ form }: { form: PluginForm }) {
  const { state } = form;
  const retry = useRetry(form, form.view === "sign_in" ? { resend: () => resend(form) } : {});
  return (
    state.phase === "failed" && (
      <Actions key={state.message} form={form} error={state.error} retry={retry} />
    )
  );
}

function Actions({ form, error, retry }: { form: PluginForm; error: unknown; retry: Retry }) {
  const actions = actionsFor(form, error, retry);
  return actions && <div className="portico-ways">{actions}</div>;
}

function actionsFor(form: PluginForm, error: unknown, retry: Retry): ReactNode {
  const { options, view, words: texts } = form;
  const text = textsFor("help", help, options.localization);
  const signInAction = (
    <ActionButton onClick={() => form.show("sign_in")}>
      {linkTextTo(texts, "sign_in", view)}
    </ActionButton>
  );
  const resetAction = (
    <ActionButton onClick={() => form.show("forgotten_password")}>
      {texts.forgotten_password.heading}
    </ActionButton>
  );

  switch (codeOf(error) ?? Object(error).name) {
    case "email_not_confirmed":
    case "provider_email_needs_verification":
      return (
        view === "sign_in" && (
          <ActionButton onClick={() => resend(form)}>{text.resend}</ActionButton>
        )
      );
    case "invalid_credentials":
      return resetAction;
    case "user_already_exists":
    case "email_exists":
    case "phone_exists":
      return (
        <>
          {signInAction}
          {resetAction}
        </>
      );
    case "otp_expired":
    case "invite_not_found":
    case "flow_state_expired":
    case "flow_state_not_found":
      // The view that verifies codes has its own button to request a new code.
      if (view === "verify_otp") return null;
      return options.magicLink ? (
        <ActionButton onClick={() => form.show("magic_link")}>
          {texts.magic_link.link_text}
        </ActionButton>
      ) : (
        resetAction
      );
    case "signup_disabled":
    case "AuthSessionMissingError":
    case "session_not_found":
    case "session_expired":
    case "refresh_token_not_found":
    case "refresh_token_already_used":
    case "bad_jwt":
      return view !== "sign_in" && signInAction;
    case "over_email_send_rate_limit":
    case "over_sms_send_rate_limit":
    case "over_request_rate_limit":
      return (
        <RetryCountdown
          form={form}
          seconds={retryAfterSeconds(error) ?? defaultWaitSeconds}
          retry={retry}
        />
      );
    case "captcha_failed":
    case "sms_send_failed":
    case "request_timeout":
    case "unexpected_failure":
      return retry && <ActionButton onClick={retry}>{text.again}</ActionButton>;
    default:
      return null;
  }
}

interface RetryCountdownProps {
  form: PluginForm;
  /** How long to wait, in seconds. */
  seconds: number;
  retry: Retry;
}

/** Renders a countdown, then a button to try again. */
function RetryCountdown({ form, seconds, retry }: RetryCountdownProps) {
  const { localization } = form.options;
  const text = textsFor("help", help, localization);
  const [endMs] = useState(() => Date.now() + seconds * 1000);
  const secondsLeft = useSecondsUntil(endMs);
  if (secondsLeft === 0) return retry && <ActionButton onClick={retry}>{text.again}</ActionButton>;
  return (
    <span className="portico-text">
      {template(text.wait, { seconds: formatNumber(secondsLeft, localization?.lang) })}
    </span>
  );
}

/** Sends the confirmation e-mail to the address in the form again. */
function resend({ options, root, submission, view, words: texts }: PluginForm) {
  const email = root.current?.querySelector<HTMLInputElement>("input[name=email]")?.value ?? "";
  void submission.run("resend", async () => {
    const { redirectTo, supabaseClient } = options;
    const emailRedirectTo = redirectFor(redirectTo, view);
    const { error } = await supabaseClient.auth.resend({
      type: "signup",
      email,
      options: {
        ...(await resolveCaptchaToken(options)),
        ...withoutUndefined({ emailRedirectTo }),
      },
    });
    if (error) throw error;
    return texts.sign_up.confirmation_text;
  });
}

function ActionButton(props: { onClick: () => unknown; children: ReactNode }) {
  return (
    <button type="button" className="portico-way" onClick={() => void props.onClick()}>
      {props.children}
    </button>
  );
}
