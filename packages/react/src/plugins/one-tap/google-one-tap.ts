"use client";

import { useEffect, useRef } from "react";
import { notify } from "../../form/notify.ts";
import { hasMethod } from "../client.ts";
import { loadScript } from "../load-script.ts";
import type { AuthPlugin, PluginForm } from "../plugin.ts";

/** The options of {@link googleOneTap}. */
export interface GoogleOneTapOptions {
  /** The client id of the project's Google provider. */
  readonly clientId: string;
  /** The URL of Google's script. Default: Google's own. */
  readonly script?: string;
}

/**
 * The part of Google's script that this plugin uses
 * (https://developers.google.com/identity/gsi/web/reference/js-reference).
 */
interface GoogleIdentity {
  initialize(options: object): void;
  prompt(): void;
  cancel(): void;
}

/**
 * Shows Google One Tap over the sign-in and sign-up views: users who are signed in to Google continue with one press.
 * On the server, the provider `google` must be enabled with the same client id.
 *
 * @example
 * const plugins = [googleOneTap({ clientId: "….apps.googleusercontent.com" })];
 * <Auth supabaseClient={supabase} providers={["google"]} plugins={plugins} />
 */
export function googleOneTap({
  clientId,
  script = "https://accounts.google.com/gsi/client",
}: GoogleOneTapOptions): AuthPlugin {
  function OneTap({ form }: { form: PluginForm }) {
    const latestForm = useRef(form);
    useEffect(() => {
      latestForm.current = form;
    });
    const isOffered = form.view === "sign_in" || form.view === "sign_up";
    const { supabaseClient: client } = form.options;

    useEffect(() => {
      if (!isOffered || !hasMethod(client, "signInWithIdToken")) return;
      const { auth } = client;
      let google: GoogleIdentity | undefined;
      let isUnmounted = false;
      async function prompt() {
        const nonce = crypto.randomUUID();
        const [identity, hashedNonce] = await Promise.all([loadGoogle(script), sha256(nonce)]);
        if (isUnmounted) return;
        google = identity;
        identity.initialize({
          client_id: clientId,
          // Google receives and signs the hash. Supabase Auth receives the nonce, and compares its hash with the signed
          // one.
          nonce: hashedNonce,
          use_fedcm_for_prompt: true,
          callback: ({ credential }: { credential: string }) => signIn(credential, nonce),
        });
        identity.prompt();
      }
      const signIn = (token: string, nonce: string) =>
        latestForm.current.submission.run("social:google", async () => {
          const { data, error } = await auth.signInWithIdToken({
            provider: "google",
            token,
            nonce,
          });
          if (error) throw error;
          const { options, view } = latestForm.current;
          notify(() => options.onSuccess?.({ view, user: data.user, session: data.session }));
          return undefined;
        });
      // One Tap is optional: without Google's script, the form works as usual.
      prompt().catch(() => {});
      return () => {
        isUnmounted = true;
        google?.cancel();
      };
    }, [isOffered, client]);
    return null;
  }
  return { Above: OneTap };
}

/** Loads Google's script once per page. */
function loadGoogle(url: string): Promise<GoogleIdentity> {
  return loadScript(url, "portico-one-tap", () => {
    const { google }: { google?: { accounts?: { id?: GoogleIdentity } } } = Object(window);
    const identity = google?.accounts?.id;
    if (!identity) throw new Error(`${url} is not the script of Google Identity Services.`);
    return identity;
  });
}

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
