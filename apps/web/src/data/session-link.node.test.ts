import { AuthApiError, AuthRetryableFetchError } from "@supabase/auth-js";
import { describe, expect, it } from "vitest";
import { createTokenRemover, sessionLinkIn, userInUrl } from "./session-link.ts";

const tokens = "#access_token=a.b.c&refresh_token=r&type=recovery";

/** Returns a fake address bar with the given fragment. */
function addressBar(hash: string) {
  const location = { pathname: "/account", search: "?q=1", hash };
  const history = {
    state: null,
    replaceState: (_state: unknown, _unused: string, url?: string | URL | null) => {
      location.hash = new URL(String(url), "https://portico.test").hash;
    },
  };
  return { location, history, address: () => location.pathname + location.search + location.hash };
}

/** The parameters of {@link tokens}, as the auth client passes them. */
const parameters = { access_token: "a.b.c", refresh_token: "r", type: "recovery" };

const url = new URL("https://portico.test/");

describe("sessionLinkIn", () => {
  it.each([
    [`/${tokens}`, "recovery"],
    ["/#access_token=a.b.c&type=magiclink", "session"],
    ["/#access_token=a.b.c", "session"],
    ["/#error=access_denied&type=recovery", "none"],
    ["/#auth-update-password", "none"],
    ["/?access_token=a.b.c", "none"],
  ])("sessionLinkIn reads %s as %s", (path, link) => {
    expect(sessionLinkIn(`https://portico.test${path}`)).toBe(link);
  });
});

describe("createTokenRemover", () => {
  it("createTokenRemover removes only the tokens from the address", () => {
    const bar = addressBar(tokens);
    const remover = createTokenRemover(bar);
    expect(remover.detectSessionInUrl(url, parameters)).toBe(true);
    remover.settle(null);
    expect(bar.address()).toBe("/account?q=1");
  });

  it("createTokenRemover accepts no session that is, in part, in the query", () => {
    for (const [hash, mergedParameters] of [
      ["", parameters],
      [tokens, { ...parameters, refresh_token: "of another" }],
    ] as const) {
      const remover = createTokenRemover(addressBar(hash));
      expect(remover.detectSessionInUrl(url, mergedParameters)).toBe(false);
    }
  });

  it("createTokenRemover keeps an error or a view in the fragment", () => {
    const bar = addressBar("#auth-sign-up");
    const remover = createTokenRemover(bar);
    expect(remover.detectSessionInUrl(url, { error: "access_denied" })).toBe(false);
    remover.settle(null);
    expect(bar.address()).toBe("/account?q=1#auth-sign-up");
  });

  it("createTokenRemover restores the tokens only if the server did not respond", () => {
    const lostBar = addressBar(tokens);
    const remover = createTokenRemover(lostBar);
    remover.detectSessionInUrl(url, parameters);
    remover.settle(new AuthRetryableFetchError("Failed to fetch", 0));
    expect(lostBar.address()).toBe(`/account?q=1${tokens}`);

    const refusedBar = addressBar(tokens);
    const refusedRemover = createTokenRemover(refusedBar);
    refusedRemover.detectSessionInUrl(url, parameters);
    refusedRemover.settle(new AuthApiError("invalid JWT", 403, "bad_jwt"));
    expect(refusedBar.address()).toBe("/account?q=1");
  });
});

describe("personIn", () => {
  const address = (claims: unknown) => {
    const payload = Buffer.from(JSON.stringify(claims)).toString("base64url");
    return `https://portico.test/#access_token=h.${payload}.s&refresh_token=r`;
  };

  it("personIn reads the id and the name of a session's person", () => {
    const jose = { sub: "1", email: "josé@example.com", phone: "" };
    expect(userInUrl(address(jose))).toEqual({ id: "1", email: jose.email, name: jose.email });
    expect(userInUrl(address({ sub: "1", email: "", phone: "447700900000" }))).toEqual({
      id: "1",
      email: undefined,
      name: "447700900000",
    });
    expect(userInUrl(address({ sub: "1" }))?.name).toBeUndefined();
  });

  it.each(["https://portico.test/#access_token=a.b.c", address(null), address([]), "https://a.b/"])(
    "personIn returns undefined for %s",
    (unreadableUrl) => expect(userInUrl(unreadableUrl)).toBeUndefined(),
  );
});
