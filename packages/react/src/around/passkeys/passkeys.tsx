"use client";

import { useEffect, useRef, useState } from "react";
import { useBrowserLayoutEffect } from "../../browser-layout-effect.ts";
import { refusalOf } from "../../change/refusal.ts";
import { Button } from "../../elements/button.tsx";
import { Divider } from "../../elements/divider.tsx";
import type { AuthForm } from "../../use-auth-form.ts";
import { captchaOf } from "../captcha-token.ts";
import { type ClientWith, has } from "../client.ts";
import type { Extra } from "../extra.ts";
import { wordsFor } from "../words-for.ts";
import { autofillPasskey } from "./conditional.ts";
import { passkeys as english } from "./en.ts";

/** What {@link passkeys} takes. */
export interface PasskeysOptions {
  /** Offers them among what the browser fills into the e-mail field as well. Default: true. */
  readonly autofill?: boolean;
}

/**
 * Signs in with a passkey: by a button, and by what the browser fills into the e-mail field. It shows
 * nothing where the browser has no passkeys, or where the server said that it has none.
 *
 * @example
 * <Auth supabaseClient={supabase} around={[passkeys()]} />
 */
export function passkeys({ autofill = true }: PasskeysOptions = {}): Extra {
  return {
    Above: ({ form }) => {
      const client = form.options.supabaseClient;
      const offered = form.options.settings;
      const off = typeof offered === "object" && offered.passkeys_enabled === false;
      const shown = form.view === "sign_in" && !off;
      return shown && hasPasskeys(client) ? (
        <Passkeys form={form} client={client} autofill={autofill} />
      ) : null;
    },
  };
}

type Client = ClientWith<"passkey" | "signInWithPasskey">;

function hasPasskeys(client: AuthForm["options"]["supabaseClient"]): client is Client {
  return has(client, "passkey") && has(client, "signInWithPasskey");
}

function Passkeys(props: { form: AuthForm; client: Client; autofill: boolean }) {
  const { form, client, autofill } = props;
  const { options, submission, words: formWords } = form;
  const words = wordsFor("passkeys", english, options.localization);
  const [able, setAble] = useState(false);
  // The captcha that a page may need is solved for what somebody does, not for what they may do.
  const asked = useAutofill(form, client, autofill && options.captchaToken === undefined);

  // A server cannot know; the first picture of the page in a browser is as the server's.
  useBrowserLayoutEffect(() => setAble(typeof PublicKeyCredential !== "undefined"), []);
  if (!able) return null;

  const signIn = () =>
    submission.run("passkey", async () => {
      asked.abort();
      const { data, error } = await client.auth.signInWithPasskey({
        options: await captchaOf(options),
      });
      if (error)
        throw explained(error, {
          ...formWords,
          errors: { ...formWords.errors, webauthn_cancelled: words.cancelled },
        });
      options.onSuccess?.({ view: form.view, user: data.user, session: data.session });
      return undefined;
    });

  return (
    <div className="portico-passkeys">
      <Button {...submission.busy("passkey")} data-way="passkey" onClick={() => void signIn()}>
        <Key />
        {words.button_label}
      </Button>
      {form.social.length === 0 && form.hasForm && <Divider />}
    </div>
  );
}

/** An error that says what a person can read: browsers write theirs for developers. */
function explained(error: Error, words: AuthForm["words"]): Error {
  return Object.assign(new Error(refusalOf(error, words).message), {
    code: Reflect.get(error, "code"),
    status: Reflect.get(error, "status"),
  });
}

/** Offers passkeys in the e-mail field for as long as nothing else is under way. */
function useAutofill({ options, root, submission, view }: AuthForm, client: Client, on: boolean) {
  const running = useRef<AbortController>(undefined);
  const told = useRef(options.onSuccess);
  useEffect(() => {
    told.current = options.onSuccess;
  });
  const busy = submission.state.phase === "sending";
  const { fail } = submission;

  useEffect(() => {
    const field = root.current?.querySelector<HTMLInputElement>("input[name=email]");
    if (on && field) field.autocomplete = "username webauthn";
  }, [on, root]);

  useEffect(() => {
    if (!on || busy) return;
    const controller = new AbortController();
    running.current = controller;
    autofillPasskey(client.auth, controller.signal).then(
      (answer) => answer && told.current?.({ view, user: answer.user, session: answer.session }),
      (error) => {
        // Only what the server refused is worth a word: nobody asked for the rest.
        if (!controller.signal.aborted && Reflect.get(Object(error), "status")) fail(error);
      },
    );
    return () => controller.abort();
  }, [on, busy, client, fail, view]);

  return { abort: () => running.current?.abort() };
}

function Key() {
  return (
    <svg className="portico-icon" viewBox="0 0 24 24" width="21" height="21" aria-hidden="true">
      <path
        fill="currentColor"
        d="M8 3a5 5 0 1 0 0 10A5 5 0 0 0 8 3m0 11.5c-3.6 0-7 1.8-7 4.3V21h11v-5.4a11 11 0 0 0-4-1.1M18.5 8a4.5 4.5 0 0 0-2 8.5V21l2 2 2.5-2.5-1.5-1.5 1.5-1.5-1.2-1.2A4.5 4.5 0 0 0 18.5 8m0 2.2a1.3 1.3 0 1 1 0 2.6 1.3 1.3 0 0 1 0-2.6"
      />
    </svg>
  );
}
