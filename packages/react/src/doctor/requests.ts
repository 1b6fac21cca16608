import { doubtfulFinding, type Report, wrongFinding } from "./finding.ts";
import { rememberRedirect } from "./redirects.ts";

/**
 * The allowed difference between the clocks. If it is larger, the server rejects tokens as issued in the future, or the
 * client refreshes them too late.
 */
const maxClockDifferenceSeconds = 30;

/**
 * Wraps the page's `fetch` to inspect the client's requests to an auth server and the responses. Returns a function
 * that removes the wrapper.
 *
 * @param url the URL of the auth server, such as `https://xyz.supabase.co/auth/v1`
 */
export function watchRequests(url: string, report: Report): () => void {
  const originalFetch = window.fetch;
  const wrapper: typeof fetch = async (...parameters) => {
    const request = new Request(...parameters);
    if (!request.url.startsWith(url)) return originalFetch(...parameters);
    const requestBody = await request
      .clone()
      .text()
      .catch(() => "");
    const redirectTo = new URL(request.url).searchParams.get("redirect_to");
    if (redirectTo) rememberRedirect(redirectTo);
    try {
      const response = await originalFetch(...parameters);
      void checkResponse(response.clone(), requestBody, report);
      return response;
    } catch (error) {
      if (navigator.onLine && !request.signal.aborted) report(unreachableFinding(url));
      throw error;
    }
  };
  window.fetch = wrapper;
  return () => {
    // Another wrapper may have been installed since.
    if (window.fetch === wrapper) window.fetch = originalFetch;
  };
}

const unreachableFinding = (url: string) =>
  wrongFinding(
    "unreachable",
    `${url} does not respond, or does not let this page read its responses: every form shows that the server cannot be reached.`,
    "Start it (portico start), correct the address that the client was created with, and check connect-src in your Content-Security-Policy.",
  );

async function checkResponse(
  response: Response,
  requestBody: string,
  report: Report,
): Promise<void> {
  const body = await response.json().catch(() => undefined);
  const { code, error_code, msg, access_token }: Record<string, unknown> = Object(body);
  checkClock(response, access_token, report);
  const errorCode = typeof error_code === "string" ? error_code : code;
  if (errorCode === "captcha_failed")
    report(captchaFinding(/"captcha_token":"[^"]/.test(requestBody)));
  if (
    /provider is not enabled|Unsupported provider/i.test(String(msg)) ||
    errorCode === "provider_disabled"
  )
    report(disabledProviderFinding(undefined));
  if (response.status === 401 && /api ?key/i.test(JSON.stringify(body) ?? "")) {
    report(
      wrongFinding(
        "key",
        "The server rejects the API key: every request fails with 401.",
        "Use the publishable key that portico start prints, or the one in the project's settings.",
      ),
    );
  }
}

const captchaFinding = (hadToken: boolean) =>
  hadToken
    ? wrongFinding(
        "captcha-refused",
        "The server rejected the captcha's token: it was used before, has expired, or belongs to another site key.",
        "Pass a function as captchaToken that returns a new token for each attempt, as captcha() does, and compare the site key with the secret in auth.captcha.",
      )
    : wrongFinding(
        "captcha-missing",
        "The server requires a captcha, but the form sent no token: every attempt fails with captcha_failed.",
        'Add captcha({ provider: "turnstile", siteKey }) to the plugins of <Auth> from @portico/react/plugins, or set auth.captcha.enabled = false.',
      );

/** Returns the finding for a provider whose button is shown although it is disabled. */
export const disabledProviderFinding = (provider: string | undefined) =>
  wrongFinding(
    `provider ${provider ?? ""}`,
    `${provider ?? "A provider"} has a button but is disabled: pressing it leads to a page with "Unsupported provider: provider is not enabled".`,
    `Set auth.external.${provider ?? "<name>"}.enabled = true, or remove it from providers (settings="auto" does).`,
  );

/** Compares this device's clock with the server's, which is in a new token or in the Date header. */
function checkClock(response: Response, token: unknown, report: Report): void {
  const issuedAtSeconds = typeof token === "string" ? readIssuedAt(token) : undefined;
  const responseDateSeconds = Date.parse(response.headers.get("date") ?? "") / 1000;
  const differenceSeconds = Math.round(
    (issuedAtSeconds ?? responseDateSeconds) - Date.now() / 1000,
  );
  if (Number.isNaN(differenceSeconds) || Math.abs(differenceSeconds) <= maxClockDifferenceSeconds)
    return;
  const direction = differenceSeconds > 0 ? "behind" : "ahead of";
  report(
    wrongFinding(
      "clock",
      `This machine's clock is ${Math.abs(differenceSeconds)} seconds ${direction} the server's: sessions seem to expire before they start, or are never refreshed.`,
      "Set the clock (timedatectl set-ntp true; on Windows: w32tm /resync).",
    ),
  );
}

function readIssuedAt(token: string): number | undefined {
  try {
    const payload = token.split(".")[1] ?? "";
    const { iat }: { iat?: unknown } = Object(
      JSON.parse(atob(payload.replace(/-/g, "+").replace(/_/g, "/"))),
    );
    return typeof iat === "number" ? iat : undefined;
  } catch {
    return undefined;
  }
}

/** Compares the server's settings with what the form offers. */
export function checkSettings(
  settings: { external?: Readonly<Record<string, boolean>>; disable_signup?: boolean },
  providers: readonly string[],
  report: Report,
): void {
  const { external = {}, disable_signup: isClosed } = settings;
  for (const provider of providers)
    if (!provider.startsWith("custom:") && external[provider] !== true)
      report(disabledProviderFinding(provider));
  if (!Object.values(external).includes(true)) {
    report(
      wrongFinding(
        "nothing",
        "No user can sign in: e-mail, phone and every provider are disabled.",
        "Enable one, for example with auth.email.enable_signup.",
      ),
    );
  }
  if (isClosed) {
    report(
      doubtfulFinding(
        "closed",
        "Sign-up is disabled: visitors without an account are rejected with signup_disabled.",
        'Hide the link to it (<Auth settings="auto"> from @portico/react/plugins), or set auth.enable_signup = true.',
      ),
    );
  }
}
