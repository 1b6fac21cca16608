import { AuthApiError, AuthRetryableFetchError } from "@supabase/auth-js";
import { describe, expect, it } from "vitest";
import { sessionLinkAt, takingTokens } from "./session-link.ts";

const tokens = "#access_token=a.b.c&refresh_token=r&type=recovery";

/** An address bar at a path with tokens. */
function bar(hash: string) {
  const location = { pathname: "/account", search: "?q=1", hash };
  const history = {
    state: null,
    replaceState: (_state: unknown, _unused: string, url?: string | URL | null) => {
      location.hash = new URL(String(url), "https://portico.test").hash;
    },
  };
  return { location, history, at: () => location.pathname + location.search + location.hash };
}

const url = new URL("https://portico.test/");

describe("sessionLinkAt", () => {
  it.each([
    [`/${tokens}`, "recovery"],
    ["/#access_token=a.b.c&type=magiclink", "session"],
    ["/#access_token=a.b.c", "session"],
    ["/#error=access_denied&type=recovery", "none"],
    ["/#auth-update-password", "none"],
    ["/?access_token=a.b.c", "none"],
  ])("reads %s as %s", (rest, link) => {
    expect(sessionLinkAt(`https://portico.test${rest}`)).toBe(link);
  });
});

describe("takingTokens", () => {
  it("takes tokens out of the address, and nothing else", () => {
    const place = bar(tokens);
    const taking = takingTokens(place);
    expect(taking.detectSessionInUrl(url, { access_token: "a.b.c" })).toBe(true);
    taking.settle(null);
    expect(place.at()).toBe("/account?q=1");
  });

  it("leaves an error, which the form shows, and a view where they are", () => {
    const place = bar("#auth-sign-up");
    const taking = takingTokens(place);
    expect(taking.detectSessionInUrl(url, { error: "access_denied" })).toBe(false);
    taking.settle(null);
    expect(place.at()).toBe("/account?q=1#auth-sign-up");
  });

  it("puts them back when there was no answer, and only then", () => {
    const lost = bar(tokens);
    const taking = takingTokens(lost);
    taking.detectSessionInUrl(url, { access_token: "a.b.c" });
    taking.settle(new AuthRetryableFetchError("Failed to fetch", 0));
    expect(lost.at()).toBe(`/account?q=1${tokens}`);

    const refused = bar(tokens);
    const other = takingTokens(refused);
    other.detectSessionInUrl(url, { access_token: "a.b.c" });
    other.settle(new AuthApiError("invalid JWT", 403, "bad_jwt"));
    expect(refused.at()).toBe("/account?q=1");
  });
});
