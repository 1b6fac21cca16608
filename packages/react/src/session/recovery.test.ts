import type { AuthChangeEvent, GoTrueClient, Session } from "@supabase/auth-js";
import { afterEach, describe, expect, it, vi } from "vitest";
import { followRecovery, isPendingAfter } from "./recovery.ts";

const link = "https://portico.test/#access_token=a.b.c&refresh_token=r&type=recovery";
const session: Session = {
  access_token: "a.b.c",
  refresh_token: "r",
  expires_in: 3600,
  token_type: "bearer",
  user: { id: "1", app_metadata: {}, user_metadata: {}, aud: "", created_at: "" },
};

const storageKey = "portico.recovery";
afterEach(() => sessionStorage.clear());

/** Opens a tab at an address, with an auth client for which the test emits events. */
function openTab(address: string) {
  let listener: (event: AuthChangeEvent, session: Session | null) => void = () => undefined;
  const auth: Pick<GoTrueClient, "onAuthStateChange"> = {
    onAuthStateChange: (callback: (event: AuthChangeEvent, session: Session | null) => unknown) => {
      listener = callback;
      return { data: { subscription: { id: "", callback, unsubscribe: () => undefined } } };
    },
  };
  const recovery = followRecovery(auth, address);
  return {
    recovery,
    emit: (event: AuthChangeEvent, session: Session | null) => listener(event, session),
  };
}

describe("a recovery", () => {
  it("a recovery is pending when the page is opened by its link", () => {
    expect(openTab(link).recovery.pending()).toBe(true);
  });

  it("a recovery survives a reload at another address", () => {
    openTab(link);
    expect(sessionStorage.getItem(storageKey)).not.toBeNull();
    expect(openTab("https://portico.test/").recovery.pending()).toBe(true);
  });

  it("a recovery ends when the password is set, also after a reload", () => {
    const { recovery, emit } = openTab(link);
    const listener = vi.fn();
    recovery.subscribe(listener);
    emit("SIGNED_IN", session);
    emit("USER_UPDATED", session);
    expect(recovery.pending()).toBe(false);
    expect(listener).toHaveBeenCalledOnce();
    expect(openTab("https://portico.test/").recovery.pending()).toBe(false);
  });

  it("a recovery reports that the new password was set, but no later change", () => {
    const { recovery, emit } = openTab(link);
    const listener = vi.fn();
    recovery.onPasswordSet(listener);
    emit("USER_UPDATED", session);
    emit("USER_UPDATED", session);
    expect(listener).toHaveBeenCalledOnce();
  });

  it("a recovery ends when the visitor signs out or keeps the password", () => {
    const tabWithLink = openTab(link);
    tabWithLink.emit("SIGNED_OUT", null);
    expect(tabWithLink.recovery.pending()).toBe(false);
    const otherTab = openTab(link);
    otherTab.recovery.end();
    expect(otherTab.recovery.pending()).toBe(false);
  });

  it("a recovery begins with an event in a tab without a session", () => {
    const { recovery, emit } = openTab("https://portico.test/");
    emit("INITIAL_SESSION", null);
    emit("PASSWORD_RECOVERY", session);
    expect(recovery.pending()).toBe(true);
  });

  it("a recovery does not interrupt a user who is working in another tab", () => {
    const { recovery, emit } = openTab("https://portico.test/notes");
    emit("INITIAL_SESSION", session);
    emit("PASSWORD_RECOVERY", session);
    expect(recovery.pending()).toBe(false);
  });

  it.each([
    ["https://portico.test/#access_token=a.b.c&type=magiclink"],
    ["https://portico.test/#error=access_denied&type=recovery"],
    ["https://portico.test/#auth-update-password"],
  ])("a recovery does not begin at %s", (address) => {
    expect(openTab(address).recovery.pending()).toBe(false);
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
      expect(isPendingAfter(event, true)).toBe(remains);
      expect(isPendingAfter(event, false)).toBe(begins);
    },
  );
});
