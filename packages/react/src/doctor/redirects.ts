import { doubtfulFinding, type Report, wrongFinding } from "./finding.ts";

/** The storage key for the requested redirect address, which is kept until the visitor returns. */
const storageKey = "portico.doctor.redirect";

/** The default lifetime of a link in an e-mail. The visitor can return this much later. */
const maxAgeMs = 24 * 60 * 60 * 1000;

/** Stores the address that a link or a provider will redirect to. */
export function rememberRedirect(redirectTo: string): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify({ redirectTo, at: Date.now() }));
  } catch {
    // If storage is unavailable, the redirect is not checked.
  }
}

/** Watches navigation, since social sign-in does not use `fetch`. Returns a function that stops watching. */
export function watchNavigation(url: string): () => void {
  const navigation: unknown = Reflect.get(window, "navigation");
  if (!(navigation instanceof EventTarget)) return () => {};
  const onNavigate = (event: Event) => {
    const { destination }: { destination?: { url?: unknown } } = Object(event);
    const target = String(destination?.url);
    const redirectTo = target.startsWith(`${url}/authorize`)
      ? new URL(target).searchParams.get("redirect_to")
      : null;
    if (redirectTo) rememberRedirect(redirectTo);
  };
  navigation.addEventListener("navigate", onNavigate);
  return () => navigation.removeEventListener("navigate", onNavigate);
}

/** Matches an address that an auth server redirected to. */
const redirectResult = /[#?&](access_token|error_code|code)=/;

/**
 * Checks whether the visitor returned to the requested address. A server that does not allow the address redirects to
 * the site's default address instead, without an error.
 *
 * @param address the address at which the page was opened
 */
export function checkRedirect(address: string, report: Report): void {
  if (!redirectResult.test(address)) return;
  const openedUrl = new URL(address);
  const fix = (redirectTo: string) =>
    `Add ${redirectTo} to auth.additional_redirect_urls (on a hosted project: Authentication, URL Configuration).`;
  const requestedAddress = takeRedirect();
  if (!requestedAddress) {
    report(
      doubtfulFinding(
        "redirect",
        `A visitor returned to ${openedUrl.origin}, which this browser had not requested: perhaps the requested address is not allowed, and this is the site's default address.`,
        fix("the address that you pass as redirectTo"),
      ),
    );
  } else if (withoutParameters(requestedAddress) !== withoutParameters(openedUrl.href)) {
    report(
      wrongFinding(
        "redirect",
        `${requestedAddress} was requested, but the visitor returned to ${openedUrl.origin}${openedUrl.pathname}: the first is not allowed, so the server redirected to the site's default address.`,
        fix(requestedAddress),
      ),
    );
  }
}

function takeRedirect(): string | undefined {
  try {
    const { redirectTo, at: storedAt }: { redirectTo?: unknown; at?: unknown } = Object(
      JSON.parse(localStorage.getItem(storageKey) ?? "null"),
    );
    localStorage.removeItem(storageKey);
    const isRecent = typeof storedAt === "number" && Date.now() - storedAt < maxAgeMs;
    return isRecent && typeof redirectTo === "string" ? redirectTo : undefined;
  } catch {
    return undefined;
  }
}

/** Returns an address without its query, its fragment and a trailing slash. */
function withoutParameters(address: string): string {
  if (!URL.canParse(address)) return address;
  const { origin, pathname } = new URL(address);
  return origin + pathname.replace(/\/$/, "");
}
