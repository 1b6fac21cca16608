"use client";

import { useEffect, useRef } from "react";
import { Button } from "../../elements/button.tsx";
import { Divider } from "../../elements/divider.tsx";
import { notify } from "../../form/notify.ts";
import { useLastMethod } from "../last-used-method/stored-method.ts";
import type { AuthPlugin, PluginForm } from "../plugin.ts";
import { isDisabledByServer } from "../server-settings/is-disabled-by-server.ts";
import { textsFor } from "../texts-for.ts";
import { autofillPasskey } from "./autofill-passkey.ts";
import { passkeys as english } from "./en.ts";
import {
  hasPasskeys,
  type PasskeyClient,
  passkeyMethod,
  signInWithPasskey,
  usePasskeySupport,
} from "./use-passkey-sign-in.ts";

/** The options of {@link passkeys}. */
export interface PasskeysOptions {
  /** Also offers passkeys in the e-mail field's autofill. Default: true. */
  readonly autofill?: boolean;
}

/**
 * Signs in with a passkey, from the e-mail field's autofill or with a link below the form. If a passkey was used last
 * (see {@link lastUsedMethod}), a button above the form replaces the link. Renders nothing in browsers without
 * passkeys, or if the server has disabled them.
 *
 * @example
 * <Auth supabaseClient={supabase} plugins={[passkeys()]} />
 */
export function passkeys({ autofill = true }: PasskeysOptions = {}): AuthPlugin {
  const attempt: PasskeyAttempt = { autofill: undefined };
  const renderIfAvailable = (Part: typeof Above) => (props: { form: PluginForm }) => {
    const { options, view } = props.form;
    const { supabaseClient } = options;
    const isDisabled = isDisabledByServer(options, (settings) => settings.passkeys_enabled);
    if (view !== "sign_in" || isDisabled || !hasPasskeys(supabaseClient)) return null;
    return <Part {...props} client={supabaseClient} autofill={autofill} attempt={attempt} />;
  };
  return { Above: renderIfAvailable(Above), Below: renderIfAvailable(Below) };
}

/**
 * The request that the button and the autofill share, because the browser rejects a second request while one is
 * pending.
 */
interface PasskeyAttempt {
  autofill: AbortController | undefined;
}

interface PasskeyProps {
  form: PluginForm;
  client: PasskeyClient;
  autofill: boolean;
  attempt: PasskeyAttempt;
}

function Above(props: PasskeyProps) {
  const { form, client, autofill, attempt } = props;
  // Autofill is disabled if the form has a captcha, since the user would have to solve it before choosing a passkey.
  useAutofill(form, client, autofill && form.options.captchaToken === undefined, attempt);
  const passkey = usePasskeyButton(props);
  if (!passkey?.isFirst) return null;
  return (
    <div className="portico-passkeys">
      <Button {...passkey.button}>
        <KeyIcon />
        {passkey.text}
      </Button>
      {form.social.length === 0 && form.hasForm && <Divider />}
    </div>
  );
}

function Below(props: PasskeyProps) {
  const passkey = usePasskeyButton(props);
  if (!passkey || passkey.isFirst) return null;
  return (
    <div className="portico-ways">
      <button type="button" className="portico-way" {...passkey.button}>
        {passkey.text}
      </button>
    </div>
  );
}

/** Returns the text, the props and the position of the button, or undefined in browsers without passkeys. */
function usePasskeyButton({ form, client, attempt }: PasskeyProps) {
  const { options, submission, view } = form;
  const isSupported = usePasskeySupport();
  const isFirst = useLastMethod() === passkeyMethod;
  if (!isSupported) return undefined;

  const signIn = () =>
    submission.run(passkeyMethod, async () => {
      attempt.autofill?.abort();
      const success = await signInWithPasskey(client, options, form.words);
      notify(() => options.onSuccess?.({ view, ...success }));
      return undefined;
    });

  return {
    isFirst,
    text: textsFor("passkeys", english, options.localization).button_label,
    button: {
      ...submission.busy(passkeyMethod),
      "data-method": passkeyMethod,
      onClick: () => void signIn(),
    },
  };
}

/** Offers passkeys in the e-mail field while no other request is pending. */
function useAutofill(
  { options, root, submission, view }: PluginForm,
  client: PasskeyClient,
  isEnabled: boolean,
  attempt: PasskeyAttempt,
) {
  const latestOnSuccess = useRef(options.onSuccess);
  useEffect(() => {
    latestOnSuccess.current = options.onSuccess;
  });
  const isBusy = submission.state.phase === "sending";
  const { fail } = submission;

  useEffect(() => {
    const field = root.current?.querySelector<HTMLInputElement>("input[name=email]");
    if (isEnabled && field) field.autocomplete = "username webauthn";
  }, [isEnabled, root]);

  useEffect(() => {
    if (!isEnabled || isBusy) return;
    const controller = new AbortController();
    attempt.autofill = controller;
    autofillPasskey(client.auth, controller.signal).then(
      (session) => {
        if (session)
          notify(() =>
            latestOnSuccess.current?.({ view, user: session.user, session: session.session }),
          );
      },
      (error) => {
        // Show only server errors, because the user did not start this request.
        if (!controller.signal.aborted && Reflect.get(Object(error), "status")) fail(error);
      },
    );
    return () => controller.abort();
  }, [isEnabled, isBusy, client, fail, attempt, view]);
}

function KeyIcon() {
  return (
    <svg className="portico-icon" viewBox="0 0 24 24" width="21" height="21" aria-hidden="true">
      <path
        fill="currentColor"
        d="M8 3a5 5 0 1 0 0 10A5 5 0 0 0 8 3m0 11.5c-3.6 0-7 1.8-7 4.3V21h11v-5.4a11 11 0 0 0-4-1.1M18.5 8a4.5 4.5 0 0 0-2 8.5V21l2 2 2.5-2.5-1.5-1.5 1.5-1.5-1.2-1.2A4.5 4.5 0 0 0 18.5 8m0 2.2a1.3 1.3 0 1 1 0 2.6 1.3 1.3 0 0 1 0-2.6"
      />
    </svg>
  );
}
