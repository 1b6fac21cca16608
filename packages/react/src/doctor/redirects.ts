import { doubtful, type Tell, wrong } from "./finding.ts";

/** The key of the address that was asked for, until the visitor comes back. */
const key = "portico.doctor.redirect";

/**
 * How long a visitor may take to come back, in milliseconds: as long as a link in a message lasts.
 */
const lasting = 24 * 60 * 60 * 1000;

/** Remembers the address that a link, or a provider, is to come back to. */
export function rememberAsked(redirectTo: string): void {
  try {
    localStorage.setItem(key, JSON.stringify({ redirectTo, at: Date.now() }));
  } catch {
    // A browser that keeps nothing is told nothing.
  }
}

/** Social sign-in leaves the page by its address, which no `fetch` sees. */
export function watchDepartures(url: string): () => void {
  const navigation: unknown = Reflect.get(window, "navigation");
  if (!(navigation instanceof EventTarget)) return () => {};
  const leave = (event: Event) => {
    const { destination }: { destination?: { url?: unknown } } = Object(event);
    const to = String(destination?.url);
    const redirectTo = to.startsWith(`${url}/authorize`)
      ? new URL(to).searchParams.get("redirect_to")
      : null;
    if (redirectTo) rememberAsked(redirectTo);
  };
  navigation.addEventListener("navigate", leave);
  return () => navigation.removeEventListener("navigate", leave);
}

/** The shape of an address to which an auth server redirects. */
const arrival = /[#?&](access_token|error_code|code)=/;

/**
 * True when somebody came back to the address that was asked for. A server that does not allow it sends
 * them to the site's own address instead, and says nothing.
 *
 * @param address where the page was opened
 */
export function lookAtArrival(address: string, tell: Tell): void {
  if (!arrival.test(address)) return;
  const here = new URL(address);
  const fix = (wanted: string) =>
    `Add ${wanted} to auth.additional_redirect_urls (on a hosted project: Authentication, URL Configuration).`;
  const asked = takeAsked();
  if (!asked) {
    tell(
      doubtful(
        "redirect",
        `Somebody came back to ${here.origin}, and nobody had asked for it here: perhaps the address that was asked for is not allowed, and this is the site's own.`,
        fix("the address that you gave as redirectTo"),
      ),
    );
  } else if (placeOf(asked) !== placeOf(here.href)) {
    tell(
      wrong(
        "redirect",
        `${asked} was asked for, and ${here.origin}${here.pathname} is where they came back to: the first is not allowed, so the server took the site's own address.`,
        fix(asked),
      ),
    );
  }
}

function takeAsked(): string | undefined {
  try {
    const { redirectTo, at }: { redirectTo?: unknown; at?: unknown } = Object(
      JSON.parse(localStorage.getItem(key) ?? "null"),
    );
    localStorage.removeItem(key);
    const fresh = typeof at === "number" && Date.now() - at < lasting;
    return fresh && typeof redirectTo === "string" ? redirectTo : undefined;
  } catch {
    return undefined;
  }
}

/** An address without what is added on the way, or by a closing slash. */
function placeOf(address: string): string {
  if (!URL.canParse(address)) return address;
  const { origin, pathname } = new URL(address);
  return origin + pathname.replace(/\/$/, "");
}
