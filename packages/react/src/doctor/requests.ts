import { doubtful, type Tell, wrong } from "./finding.ts";
import { rememberAsked } from "./redirects.ts";

/** In seconds. Tokens are refused for being issued in the future, or renewed too late, beyond it. */
const tolerance = 30;

/**
 * Reads what the client asks an auth server, and what it is answered, in passing: `fetch` of the page
 * is watched until the function that is returned is called.
 *
 * @param url the auth server's, such as `https://xyz.supabase.co/auth/v1`
 */
export function watchRequests(url: string, tell: Tell): () => void {
  const before = window.fetch;
  const watched: typeof fetch = async (...asked) => {
    const request = new Request(...asked);
    if (!request.url.startsWith(url)) return before(...asked);
    const sent = await request
      .clone()
      .text()
      .catch(() => "");
    const redirectTo = new URL(request.url).searchParams.get("redirect_to");
    if (redirectTo) rememberAsked(redirectTo);
    try {
      const response = await before(...asked);
      void read(response.clone(), sent, tell);
      return response;
    } catch (error) {
      if (navigator.onLine && !request.signal.aborted) tell(unreachable(url));
      throw error;
    }
  };
  window.fetch = watched;
  return () => {
    // Another watcher may have come after.
    if (window.fetch === watched) window.fetch = before;
  };
}

const unreachable = (url: string) =>
  wrong(
    "unreachable",
    `${url} does not answer, or does not let this page read what it says: every form says that the server cannot be reached.`,
    "Start it (portico start), correct the address that the client was made with, and look at the connect-src of your Content-Security-Policy.",
  );

async function read(response: Response, sent: string, tell: Tell): Promise<void> {
  const body = await response.json().catch(() => undefined);
  const { code, error_code, msg, access_token }: Record<string, unknown> = Object(body);
  clock(response, access_token, tell);
  const what = typeof error_code === "string" ? error_code : code;
  if (what === "captcha_failed") tell(captcha(/"captcha_token":"[^"]/.test(sent)));
  if (
    /provider is not enabled|Unsupported provider/i.test(String(msg)) ||
    what === "provider_disabled"
  )
    tell(providerOff(undefined));
  if (response.status === 401 && /api ?key/i.test(JSON.stringify(body) ?? "")) {
    tell(
      wrong(
        "key",
        "The server refuses the API key: every call ends with 401.",
        "Take the publishable key that portico start prints, or that of the project's settings.",
      ),
    );
  }
}

const captcha = (hadToken: boolean) =>
  hadToken
    ? wrong(
        "captcha-refused",
        "The server refused the captcha's token: it was used before, is too old, or belongs to another site key.",
        "Give captchaToken a function that has a fresh token for each try, as captcha() does, and compare the site key with the secret in auth.captcha.",
      )
    : wrong(
        "captcha-missing",
        "The server asks for a captcha, and the form sent no token: every try is refused with captcha_failed.",
        'Put captcha({ provider: "turnstile", siteKey }) into <Auth plugins> of @portico/react/plugins, or set auth.captcha.enabled = false.',
      );

/** A provider that is shown and off. */
export const providerOff = (provider: string | undefined) =>
  wrong(
    `provider ${provider ?? ""}`,
    `${provider ?? "A provider"} has a button and is off: pressing it ends on a page with "Unsupported provider: provider is not enabled".`,
    `Set auth.external.${provider ?? "<name>"}.enabled = true, or leave it out of providers (settings="auto" does).`,
  );

/** Compares the clocks, by a token that was issued just now, else by the answer's own date. */
function clock(response: Response, token: unknown, tell: Tell): void {
  const issued = typeof token === "string" ? issuedAt(token) : undefined;
  const dated = Date.parse(response.headers.get("date") ?? "") / 1000;
  const apart = Math.round((issued ?? dated) - Date.now() / 1000);
  if (Number.isNaN(apart) || Math.abs(apart) <= tolerance) return;
  const way = apart > 0 ? "behind" : "ahead of";
  tell(
    wrong(
      "clock",
      `This machine's clock is ${Math.abs(apart)} seconds ${way} the server's: sessions seem to have ended before they began, or are never renewed.`,
      "Set the clock (timedatectl set-ntp true; on Windows: w32tm /resync).",
    ),
  );
}

function issuedAt(token: string): number | undefined {
  try {
    const part = token.split(".")[1] ?? "";
    const { iat }: { iat?: unknown } = Object(
      JSON.parse(atob(part.replace(/-/g, "+").replace(/_/g, "/"))),
    );
    return typeof iat === "number" ? iat : undefined;
  } catch {
    return undefined;
  }
}

/** Finds what a server offers and the form does not, and the other way round. */
export function lookAtSettings(
  settings: { external?: Readonly<Record<string, boolean>>; disable_signup?: boolean },
  shown: readonly string[],
  tell: Tell,
): void {
  const { external = {}, disable_signup: isClosed } = settings;
  for (const provider of shown)
    if (!provider.startsWith("custom:") && external[provider] !== true) tell(providerOff(provider));
  if (!Object.values(external).includes(true)) {
    tell(
      wrong(
        "nothing",
        "Nobody can sign in: e-mail, phone and every provider are off.",
        "Turn one on, such as auth.email.enable_signup.",
      ),
    );
  }
  if (isClosed) {
    tell(
      doubtful(
        "closed",
        "Sign-up is closed: whoever has no account is refused with signup_disabled.",
        'Hide the link to it (<Auth settings="auto"> of @portico/react/plugins), or set auth.enable_signup = true.',
      ),
    );
  }
}
