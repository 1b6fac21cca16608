import type { AuthChangeEvent, GoTrueClient, Session } from "@supabase/auth-js";
import { afterEach, describe, expect, it, vi } from "vitest";
import { followRecovery, recoveryAfter } from "./recovery.ts";

const link = "https://portico.test/#access_token=a.b.c&refresh_token=r&type=recovery";
const session: Session = {
  access_token: "a.b.c",
  refresh_token: "r",
  expires_in: 3600,
  token_type: "bearer",
  user: { id: "1", app_metadata: {}, user_metadata: {}, aud: "", created_at: "" },
};

const key = "portico.recovery";
afterEach(() => sessionStorage.clear());

/** Creates a tab at an address, with an auth client whose events the test emits. */
function tab(address: string) {
  let report: (event: AuthChangeEvent, session: Session | null) => void = () => undefined;
  const auth: Pick<GoTrueClient, "onAuthStateChange"> = {
    onAuthStateChange: (callback: (event: AuthChangeEvent, session: Session | null) => unknown) => {
      report = callback;
      return { data: { subscription: { id: "", callback, unsubscribe: () => undefined } } };
    },
  };
  const recovery = followRecovery(auth, address);
  return {
    recovery,
    report: (event: AuthChangeEvent, session: Session | null) => report(event, session),
  };
}

describe("a recovery", () => {
  it("a recovery is pending when the page is opened by its link", () => {
    expect(tab(link).recovery.pending()).toBe(true);
  });

  it("a recovery survives a reload at another address", () => {
    tab(link);
    expect(sessionStorage.getItem(key)).not.toBeNull();
    expect(tab("https://portico.test/").recovery.pending()).toBe(true);
  });

  it("a recovery ends when the password is set, also after a reload", () => {
    const { recovery, report } = tab(link);
    const listener = vi.fn();
    recovery.subscribe(listener);
    report("SIGNED_IN", session);
    report("USER_UPDATED", session);
    expect(recovery.pending()).toBe(false);
    expect(listener).toHaveBeenCalledOnce();
    expect(tab("https://portico.test/").recovery.pending()).toBe(false);
  });

  it("a recovery reports that the new password was set, but no later change", () => {
    const { recovery, report } = tab(link);
    const listener = vi.fn();
    recovery.onPasswordSet(listener);
    report("USER_UPDATED", session);
    report("USER_UPDATED", session);
    expect(listener).toHaveBeenCalledOnce();
  });

  it("a recovery ends when the visitor signs out or keeps the password", () => {
    const tabWithLink = tab(link);
    tabWithLink.report("SIGNED_OUT", null);
    expect(tabWithLink.recovery.pending()).toBe(false);
    const keeping = tab(link);
    keeping.recovery.end();
    expect(keeping.recovery.pending()).toBe(false);
  });

  it("a recovery begins by an event in a tab without a session", () => {
    const { recovery, report } = tab("https://portico.test/");
    report("INITIAL_SESSION", null);
    report("PASSWORD_RECOVERY", session);
    expect(recovery.pending()).toBe(true);
  });

  it("a recovery does not interrupt a user at work in another tab", () => {
    const { recovery, report } = tab("https://portico.test/notes");
    report("INITIAL_SESSION", session);
    report("PASSWORD_RECOVERY", session);
    expect(recovery.pending()).toBe(false);
  });

  it.each([
    ["https://portico.test/#access_token=a.b.c&type=magiclink"],
    ["https://portico.test/#error=access_denied&type=recovery"],
    ["https://portico.test/#auth-update-password"],
  ])("a recovery does not begin at %s", (address) => {
    expect(tab(address).recovery.pending()).toBe(false);
  });
});

describe("an event of the client", () => {
  it.each([
    ["PASSWORD_RECOVERY", true, true],
    ["INITIAL_SESSION", true, false],
    ["SIGNED_IN", true, false],
    ["TOKEN_REFRESHED", true, false],
    ["MFA_CHALLENGE_VERIFIED", true, false],
    ["USER_UPDATED", false, false],
    ["SIGNED_OUT", false, false],
  ] as const)(
    "the event %s keeps a recovery pending: %s, and begins one: %s",
    (event, remains, begins) => {
      expect(recoveryAfter(event, true)).toBe(remains);
      expect(recoveryAfter(event, false)).toBe(begins);
    },
  );
});
