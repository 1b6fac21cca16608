import type { Session } from "@supabase/auth-js";
import { describe, expect, test } from "vitest";
import { render } from "vitest-browser-react";
import { deferred, someSession, someUser, testClient } from "../../test/client.ts";
import { Auth, type AuthSession, UserContextProvider, useUser } from "../index.ts";

type SessionResponse =
  | { data: { session: Session }; error: null }
  | { data: { session: null }; error: null };
const signedOutResponse: SessionResponse = { data: { session: null }, error: null };
const signedInResponse: SessionResponse = { data: { session: someSession }, error: null };

/** Records every value that the hook returns. */
function createRecorder() {
  const sessions: AuthSession[] = [];
  function Recorder() {
    sessions.push(useUser());
    return null;
  }
  return { sessions, Recorder, latestSession: () => sessions.at(-1) };
}

async function renderProvider(
  backend: ReturnType<typeof testClient>,
  initialSession?: Session | null,
) {
  const { sessions, latestSession, Recorder } = createRecorder();
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
    sessions,
    latestSession,
    rerenderWith: (client: typeof backend.client) => screen.rerender(page(client)),
    ...screen,
  };
}

describe("the session's context", () => {
  test("the session context is loading at first, without user and session", async () => {
    const { sessions } = await renderProvider(
      testClient({ getSession: () => new Promise(() => {}) }),
    );
    expect(sessions[0]).toEqual({
      user: null,
      session: null,
      status: "loading",
      recovering: false,
    });
  });

  test("the session context loads the session", async () => {
    const { latestSession } = await renderProvider(
      testClient({ getSession: async () => signedInResponse }),
    );
    await expect
      .poll(latestSession)
      .toEqual({ user: someUser, session: someSession, status: "signed-in", recovering: false });
  });

  test("the session context is signed out without a session and after a failed request", async () => {
    const context = await renderProvider(testClient({ getSession: async () => signedOutResponse }));
    await expect.poll(() => context.latestSession()?.status).toBe("signed-out");
    const failedContext = await renderProvider(
      testClient({ getSession: () => Promise.reject(new Error("No")) }),
    );
    await expect.poll(() => failedContext.latestSession()?.status).toBe("signed-out");
  });

  test.each([
    ["emits the session at once, as clients do since gotrue-js 2.17", ["INITIAL_SESSION"]],
    ["emits no event, as older clients do", []],
  ] as const)(
    "the session context reads a stored session from a client that %s",
    async (_, events) => {
      const backend = testClient({ getSession: async () => signedInResponse });
      const { latestSession } = await renderProvider(backend);
      for (const event of events) backend.emit(event, someSession);
      await expect.poll(latestSession).toMatchObject({ user: someUser, status: "signed-in" });
    },
  );

  test("the session context follows every change until it is unmounted", async () => {
    const backend = testClient();
    const { latestSession, unmount } = await renderProvider(backend);
    backend.emit("SIGNED_IN", someSession);
    await expect.poll(() => latestSession()?.user?.email).toBe("ada@example.com");
    const refreshedSession = { ...someSession, access_token: "fresh" };
    backend.emit("TOKEN_REFRESHED", refreshedSession);
    await expect.poll(() => latestSession()?.session).toBe(refreshedSession);
    backend.emit("SIGNED_OUT", null);
    await expect
      .poll(latestSession)
      .toMatchObject({ user: null, session: null, status: "signed-out" });
    await unmount();
    expect(backend.listenerCount()).toBe(0);
  });

  test("the session context ignores a response that is older than an event", async () => {
    const response = deferred<SessionResponse>();
    const backend = testClient({ getSession: () => response.promise });
    const { latestSession } = await renderProvider(backend);
    backend.emit("SIGNED_OUT", null);
    response.resolve(signedInResponse);
    await response.promise;
    await expect.poll(latestSession).toMatchObject({ session: null, status: "signed-out" });
  });

  test("the session context follows another client and ignores the first", async () => {
    const firstBackend = testClient({ getSession: async () => signedInResponse });
    const secondBackend = testClient({ getSession: () => new Promise(() => {}) });
    const { rerenderWith, latestSession } = await renderProvider(firstBackend);
    await expect.poll(() => latestSession()?.status).toBe("signed-in");
    await rerenderWith(secondBackend.client);
    expect(latestSession()).toMatchObject({ session: null, status: "loading" });
    expect([firstBackend.listenerCount(), secondBackend.listenerCount()]).toEqual([0, 1]);
    firstBackend.emit("SIGNED_IN", someSession);
    expect(latestSession()?.status).toBe("loading");
    secondBackend.emit("SIGNED_IN", someSession);
    await expect.poll(() => latestSession()?.status).toBe("signed-in");
  });

  test("the session context starts with the server's session", async () => {
    const pendingResponse = { getSession: () => new Promise<never>(() => {}) };
    const context = await renderProvider(testClient(pendingResponse), someSession);
    expect(context.sessions[0]).toMatchObject({ user: someUser, status: "signed-in" });
    const signedOutContext = await renderProvider(testClient(pendingResponse), null);
    expect(signedOutContext.sessions[0]).toMatchObject({ user: null, status: "signed-out" });
  });

  test("the session context keeps its value while nothing changes", async () => {
    const backend = testClient();
    const { rerenderWith, sessions, latestSession } = await renderProvider(backend);
    backend.emit("SIGNED_IN", someSession);
    await expect.poll(() => latestSession()?.status).toBe("signed-in");
    const value = latestSession();
    await rerenderWith(backend.client);
    expect(sessions.at(-1)).toBe(value);
  });

  test("the session context reports a recovery until the password is set", async () => {
    const backend = testClient();
    const { latestSession } = await renderProvider(backend);
    backend.emit("PASSWORD_RECOVERY");
    await expect.poll(() => latestSession()?.recovering).toBe(true);
    backend.emit("SIGNED_IN");
    await expect.poll(() => latestSession()?.recovering).toBe(true);
    backend.emit("USER_UPDATED");
    await expect.poll(() => latestSession()?.recovering).toBe(false);
  });

  test("the session context ends a recovery when the visitor signs out", async () => {
    const backend = testClient();
    const { latestSession } = await renderProvider(backend);
    backend.emit("PASSWORD_RECOVERY", someSession);
    await expect.poll(() => latestSession()?.recovering).toBe(true);
    backend.emit("SIGNED_OUT", null);
    await expect.poll(latestSession).toMatchObject({ recovering: false, status: "signed-out" });
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
