"use client";

import type { AuthPlugin, AuthProps } from "../plugin.ts";

/** The popup's name. The page to which the provider redirects recognizes the popup by it. */
const windowName = "portico-oauth";

/** How often to check whether the user has closed the window. */
const checkIntervalMs = 500;

/** The options of {@link oauthPopup}. */
export interface OAuthPopupOptions {
  /** The width of the window in pixels. Default: 480. */
  readonly width?: number;
  /** The height of the window in pixels. Default: 640. */
  readonly height?: number;
}

/**
 * Opens social providers in a popup window, so that the page keeps its state. Call {@link closeOAuthPopup} on the page
 * that `redirectTo` names. If the browser blocks the popup, the page itself is redirected.
 *
 * @example
 * <Auth supabaseClient={supabase} plugins={[oauthPopup()]} redirectTo="https://app.example.com/popup" />
 */
export function oauthPopup({ width = 480, height = 640 }: OAuthPopupOptions = {}): AuthPlugin {
  type Client = AuthProps["supabaseClient"];
  // Return the same client while the original is the same. Otherwise the form would subscribe again in each render.
  let latest: { readonly original: Client; readonly client: Client } | undefined;
  return {
    useOptions(options) {
      const original = options.supabaseClient;
      if (latest?.original !== original)
        latest = { original, client: clientWithPopup(original, { width, height }) };
      return { ...options, supabaseClient: latest.client };
    },
  };
}

/** Returns a client that opens providers in a popup window and is otherwise the same. */
function clientWithPopup(
  client: AuthProps["supabaseClient"],
  size: Required<OAuthPopupOptions>,
): AuthProps["supabaseClient"] {
  const { auth } = client;
  const signInWithOAuth: typeof auth.signInWithOAuth = async (credentials) => {
    // Browsers only allow a popup while they handle the press, so it is opened before its address is known.
    const popup = open("", windowName, `popup,${popupFeatures(size)}`);
    if (!popup) return auth.signInWithOAuth(credentials);
    const response = await auth.signInWithOAuth({
      ...credentials,
      options: { ...credentials.options, skipBrowserRedirect: true },
    });
    if (response.error) popup.close();
    else {
      popup.location.href = response.data.url;
      await waitForSessionOrClose(auth, popup);
    }
    return response;
  };
  return {
    ...client,
    auth: new Proxy(auth, {
      get(target, name) {
        if (name === "signInWithOAuth") return signInWithOAuth;
        const value: unknown = Reflect.get(target, name);
        return typeof value === "function" ? value.bind(target) : value;
      },
    }),
  };
}

/** Resolves when the user has signed in or the popup is closed. */
function waitForSessionOrClose(
  auth: AuthProps["supabaseClient"]["auth"],
  popup: Window,
): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      clearInterval(timer);
      data.subscription.unsubscribe();
      resolve();
    };
    // If the provider isolates its page (Cross-Origin-Opener-Policy), the popup seems closed. The session still
    // arrives, through the storage that both windows share.
    const timer = setInterval(() => popup.closed && finish(), checkIntervalMs);
    const { data } = auth.onAuthStateChange((event, session) => {
      if (event !== "SIGNED_IN" || !session) return;
      popup.close();
      finish();
    });
  });
}

/** Returns the popup's size, and the position that centers it on the page. */
function popupFeatures({ width, height }: Required<OAuthPopupOptions>): string {
  const left = Math.max(0, screenX + (outerWidth - width) / 2);
  const top = Math.max(0, screenY + (outerHeight - height) / 2);
  return `width=${width},height=${height},left=${Math.round(left)},top=${Math.round(top)}`;
}

/**
 * Closes the popup window that {@link oauthPopup} has opened, and returns whether this is that window. Does nothing in
 * any other window. Call it on the page that the provider redirects to, after the client has the session.
 *
 * @example
 * const { error } = await supabase.auth.initialize();
 * if (!error) closeOAuthPopup();
 */
export function closeOAuthPopup(): boolean {
  if (window.name !== windowName) return false;
  window.close();
  return true;
}
