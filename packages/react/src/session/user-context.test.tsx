import type { Session } from "@supabase/auth-js";
import { describe, expect, test } from "vitest";
import { render } from "vitest-browser-react";
import { deferred, someSession, someUser, testClient } from "../../test/client.ts";
import { Auth, type AuthSession, UserContextProvider, useUser } from "../index.ts";

type Answer =
  | { data: { session: Session }; error: null }
  | { data: { session: null }; error: null };
const signedOut: Answer = { data: { session: null }, error: null };
const signedIn: Answer = { data: { session: someSession }, error: null };

/** Records every value of the hook. */
function recorder() {
  const seen: AuthSession[] = [];
  function Recorder() {
    seen.push(useUser());
    return null;
  }
  return { seen, Recorder, last: () => seen.at(-1) };
}

async function provide(backend: ReturnType<typeof testClient>, initialSession?: Session | null) {
  const { seen, last, Recorder } = recorder();
  const page = (client: typeof backend.client) => (
    <UserContextProvider
      supabaseClient={client}
      {...(initialSession !== undefined && { initialSession })}
    >
      <Recorder />
    </UserContextProvider>
  );
  const screen = await render(page(backend.client));
  return {
    seen,
    last,
    follow: (client: typeof backend.client) => screen.rerender(page(client)),
    ...screen,
  };
}

describe("the session's context", () => {
  test("the session context is loading at first, without user and session", async () => {
    const { seen } = await provide(testClient({ getSession: () => new Promise(() => {}) }));
    expect(seen[0]).toEqual({ user: null, session: null, status: "loading", recovering: false });
  });

  test("the session context loads the session", async () => {
    const { last } = await provide(testClient({ getSession: async () => signedIn }));
    await expect
      .poll(last)
      .toEqual({ user: someUser, session: someSession, status: "signed-in", recovering: false });
  });

  test("the session context is signed out without a session and after a failed request", async () => {
    const context = await provide(testClient({ getSession: async () => signedOut }));
    await expect.poll(() => context.last()?.status).toBe("signed-out");
    const failed = await provide(testClient({ getSession: () => Promise.reject(new Error("No")) }));
    await expect.poll(() => failed.last()?.status).toBe("signed-out");
  });

  test.each([
    ["emits it at once, as clients do since gotrue-js 2.17", ["INITIAL_SESSION"]],
    ["emits nothing, as older ones do", []],
  ] as const)(
    "the session context reads a stored session from a client that %s",
    async (_, events) => {
      const backend = testClient({ getSession: async () => signedIn });
      const { last } = await provide(backend);
      for (const event of events) backend.emit(event, someSession);
      await expect.poll(last).toMatchObject({ user: someUser, status: "signed-in" });
    },
  );

  test("the session context follows every change until it is unmounted", async () => {
    const backend = testClient();
    const { last, unmount } = await provide(backend);
    backend.emit("SIGNED_IN", someSession);
    await expect.poll(() => last()?.user?.email).toBe("ada@example.com");
    const refreshed = { ...someSession, access_token: "fresh" };
    backend.emit("TOKEN_REFRESHED", refreshed);
    await expect.poll(() => last()?.session).toBe(refreshed);
    backend.emit("SIGNED_OUT", null);
    await expect.poll(last).toMatchObject({ user: null, session: null, status: "signed-out" });
    await unmount();
    expect(backend.listening()).toBe(0);
  });

  test("the session context ignores a response that is older than an event", async () => {
    const response = deferred<Answer>();
    const backend = testClient({ getSession: () => response.promise });
    const { last } = await provide(backend);
    backend.emit("SIGNED_OUT", null);
    response.resolve(signedIn);
    await response.promise;
    await expect.poll(last).toMatchObject({ session: null, status: "signed-out" });
  });

  test("the session context follows another client and ignores the first", async () => {
    const firstBackend = testClient({ getSession: async () => signedIn });
    const second = testClient({ getSession: () => new Promise(() => {}) });
    const { follow, last } = await provide(firstBackend);
    await expect.poll(() => last()?.status).toBe("signed-in");
    await follow(second.client);
    expect(last()).toMatchObject({ session: null, status: "loading" });
    expect([firstBackend.listening(), second.listening()]).toEqual([0, 1]);
    firstBackend.emit("SIGNED_IN", someSession);
    expect(last()?.status).toBe("loading");
    second.emit("SIGNED_IN", someSession);
    await expect.poll(() => last()?.status).toBe("signed-in");
  });

  test("the session context starts with the server's session", async () => {
    const pending = { getSession: () => new Promise<never>(() => {}) };
    const context = await provide(testClient(pending), someSession);
    expect(context.seen[0]).toMatchObject({ user: someUser, status: "signed-in" });
    const none = await provide(testClient(pending), null);
    expect(none.seen[0]).toMatchObject({ user: null, status: "signed-out" });
  });

  test("the session context keeps its value while nothing changes", async () => {
    const backend = testClient();
    const { follow, seen, last } = await provide(backend);
    backend.emit("SIGNED_IN", someSession);
    await expect.poll(() => last()?.status).toBe("signed-in");
    const value = last();
    await follow(backend.client);
    expect(seen.at(-1)).toBe(value);
  });

  test("the session context reports a recovery until the password is set", async () => {
    const backend = testClient();
    const { last } = await provide(backend);
    backend.emit("PASSWORD_RECOVERY");
    await expect.poll(() => last()?.recovering).toBe(true);
    backend.emit("SIGNED_IN");
    await expect.poll(() => last()?.recovering).toBe(true);
    backend.emit("USER_UPDATED");
    await expect.poll(() => last()?.recovering).toBe(false);
  });

  test("the session context ends a recovery when the visitor signs out", async () => {
    const backend = testClient();
    const { last } = await provide(backend);
    backend.emit("PASSWORD_RECOVERY", someSession);
    await expect.poll(() => last()?.recovering).toBe(true);
    backend.emit("SIGNED_OUT", null);
    await expect.poll(last).toMatchObject({ recovering: false, status: "signed-out" });
  });
});

test.each([
  ["useUser", useUser],
  ["Auth.useUser", Auth.useUser],
])("%s throws outside a provider", async (_, hook) => {
  function Outside() {
    hook();
    return null;
  }
  await expect(render(<Outside />)).rejects.toThrow(
    new Error("useUser must be used within a UserContextProvider."),
  );
});
