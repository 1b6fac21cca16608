"use client";

import { useEffect, useState } from "react";
import type { AuthUiClient } from "../../client.ts";
import { authAddressOf } from "../../settings/address.ts";
import { fetchSettings } from "../../settings/fetch-settings.ts";
import { type AuthSettings, enabledProviders } from "../../settings/settings.ts";
import type { AuthPlugin, AuthProps } from "../plugin.ts";
import { SettingsGate } from "./settings-gate.tsx";

/** The options of {@link serverSettings}. */
export interface ServerSettingsOptions {
  /**
   * The server's settings, if you have already loaded them. Then nothing is requested, and the form can be rendered on
   * a server.
   */
  readonly settings?: AuthSettings;
  /** The URL of the auth server, such as `https://xyz.supabase.co/auth/v1`. Default: the client's. */
  readonly url?: string;
  /** The publishable key. Default: the client's. */
  readonly apiKey?: string;
}

/**
 * Shows what the server offers: its social providers, sign-up only if it is open, the e-mail form only if e-mail is
 * enabled, and passkeys, phone numbers, guests and single sign-on unless they are disabled. The form's props take
 * precedence.
 *
 * The form is hidden until the settings are loaded. If the server does not respond within three seconds, or if the
 * client's address is unknown, the form uses its defaults.
 *
 * @example
 * <Auth supabaseClient={supabase} plugins={[serverSettings()]} />
 */
export function serverSettings({ settings, url, apiKey }: ServerSettingsOptions = {}): AuthPlugin {
  return {
    Screen: SettingsGate,
    useOptions(options) {
      const client = options.supabaseClient;
      const suppliedSettings =
        settings ?? (typeof options.settings === "object" ? options.settings : undefined);
      const [loadedSettings, setLoadedSettings] = useState<{
        client: AuthUiClient;
        settings: AuthSettings;
      }>();
      const currentSettings =
        suppliedSettings ??
        (loadedSettings?.client === client ? loadedSettings.settings : undefined);

      useEffect(() => {
        if (suppliedSettings) return;
        let isActive = true;
        void requestSettings(client, url, apiKey).then((settings) => {
          if (isActive) setLoadedSettings({ client, settings: settings ?? {} });
        });
        return () => {
          isActive = false;
        };
      }, [client, suppliedSettings, url, apiKey]);

      return currentSettings
        ? applySettings(options, currentSettings)
        : { ...options, settings: "auto" };
    },
  };
}

/** Merges the server's settings into the options. Explicit options take precedence. */
function applySettings(options: AuthProps, settings: AuthSettings): AuthProps {
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

/** The server settings for each client, which are requested once per page. */
const settingsByClient = new WeakMap<object, Promise<AuthSettings | undefined>>();

function requestSettings(
  client: AuthUiClient,
  url: string | undefined,
  apiKey: string | undefined,
) {
  const clientAddress = authAddressOf(client);
  const address = url ? { url, apiKey: apiKey ?? clientAddress?.apiKey } : clientAddress;
  const response =
    settingsByClient.get(client.auth) ?? (address ? fetchSettings(address) : undefined);
  if (!response) return Promise.resolve(undefined);
  settingsByClient.set(client.auth, response);
  // Do not cache a failed request.
  void response.then((settings) => settings ?? settingsByClient.delete(client.auth));
  return response;
}
