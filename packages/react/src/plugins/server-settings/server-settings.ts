"use client";

import { useEffect, useState } from "react";
import type { AuthUiClient } from "../../client.ts";
import { addressOf } from "../../settings/address.ts";
import { fetchSettings } from "../../settings/fetch-settings.ts";
import { type AuthSettings, enabledProviders } from "../../settings/settings.ts";
import type { AuthPlugin, AuthProps } from "../plugin.ts";
import { Known } from "./settings-gate.tsx";

/** The options of {@link serverSettings}. */
export interface ServerSettingsOptions {
  /**
   * The server's answer, where it is known already: nothing is asked then, and a server renders the
   * form.
   */
  readonly settings?: AuthSettings;
  /** Where to ask, such as `https://xyz.supabase.co/auth/v1`. Default: where the client does. */
  readonly url?: string;
  /** The publishable key. Default: the client's. */
  readonly apiKey?: string;
}

/**
 * Shows what the server offers: its social providers, no sign-up where it is closed, no e-mail form
 * where e-mail is off; no passkeys, phone numbers, guests or single sign-on where there are none. A prop
 * of the form that says otherwise wins.
 *
 * Nothing is shown until it is known. A server that does not answer within three seconds, or a client
 * whose address is unknown, leaves the form as it is by default.
 *
 * @example
 * <Auth supabaseClient={supabase} plugins={[serverSettings()]} />
 */
export function serverSettings({ settings, url, apiKey }: ServerSettingsOptions = {}): AuthPlugin {
  return {
    Screen: Known,
    useOptions(options) {
      const client = options.supabaseClient;
      const fixed =
        settings ?? (typeof options.settings === "object" ? options.settings : undefined);
      const [told, setTold] = useState<{ client: AuthUiClient; settings: AuthSettings }>();
      const known = fixed ?? (told?.client === client ? told.settings : undefined);

      useEffect(() => {
        if (fixed) return;
        let waiting = true;
        void ask(client, url, apiKey).then((settings) => {
          if (waiting) setTold({ client, settings: settings ?? {} });
        });
        return () => {
          waiting = false;
        };
      }, [client, fixed, url, apiKey]);

      return known ? withSettings(options, known) : { ...options, settings: "auto" };
    },
  };
}

/** The options of a form with what the server offers under what they say themselves. */
function withSettings(options: AuthProps, settings: AuthSettings): AuthProps {
  const { external, disable_signup: isClosed } = settings;
  const signUp = options.signUp ?? !isClosed;
  return {
    ...options,
    settings,
    signUp,
    ...(options.view === "sign_up" && !signUp && { view: "sign_in" }),
    ...(external && {
      providers: options.providers ?? enabledProviders(settings),
      onlyThirdPartyProviders: options.onlyThirdPartyProviders ?? external["email"] === false,
    }),
  };
}

/** The answer of each client's server: it is asked once for as long as the page is open. */
const answers = new WeakMap<object, Promise<AuthSettings | undefined>>();

function ask(client: AuthUiClient, url: string | undefined, apiKey: string | undefined) {
  const found = addressOf(client);
  const address = url ? { url, apiKey: apiKey ?? found?.apiKey } : found;
  const asked = answers.get(client.auth) ?? (address ? fetchSettings(address) : undefined);
  if (!asked) return Promise.resolve(undefined);
  answers.set(client.auth, asked);
  // No answer is none to keep.
  void asked.then((settings) => settings ?? answers.delete(client.auth));
  return asked;
}
