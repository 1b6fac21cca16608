import type * as Old from "@supabase/auth-helpers-react";
import { AuthApiError, type Session } from "@supabase/auth-js";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import type { ReactNode } from "react";
import { describe, expect, expectTypeOf, test } from "vitest";
import { render } from "vitest-browser-react";
import { deferred, someSession, someUser, testClient } from "../../test/client.ts";
import { Auth, useUser as useAuthSession } from "../index.ts";
import {
  type SessionContext,
  SessionContextProvider,
  type SessionContextProviderProps,
  useSession,
  useSessionContext,
  useSupabaseClient,
  useUser,
} from "./index.ts";

type Backend = ReturnType<typeof testClient>;
type SessionResponse = Awaited<ReturnType<Backend["client"]["auth"]["getSession"]>>;

/** A complete Supabase client with a session that the test sets. */
function clientOf({ client: { auth } }: Backend): SupabaseClient {
  const fullClient = createClient("http://127.0.0.1:9", "key", {
    auth: {
      storageKey: crypto.randomUUID(),
      persistSession: false,
      autoRefreshToken: false,
      detectSessionInUrl: false,
    },
  });
  fullClient.auth.getSession = auth.getSession;
  fullClient.auth.onAuthStateChange = auth.onAuthStateChange;
  return fullClient;
}

async function renderProvider(backend: Backend, initialSession?: Session | null) {
  const client = clientOf(backend);
  const contexts: SessionContext[] = [];
  const hookResults: unknown[] = [];
  function Recorder() {
    contexts.push(useSessionContext());
    hookResults.splice(0, 3, useSession(), useUser(), useSupabaseClient());
    return null;
  }
  const page = (session: Session | null | undefined, children?: ReactNode) => (
    <SessionContextProvider
      supabaseClient={client}
      {...(session !== undefined && { initialSession: session })}
    >
      <Recorder />
      {children}
    </SessionContextProvider>
  );
  const screen = await render(page(initialSession));
  return {
    client,
    contexts,
    hookResults,
    latestContext: () => contexts.at(-1),
    rerender: (session: Session | null, children?: ReactNode) =>
      screen.rerender(page(session, children)),
  };
}

const signedOut: SessionResponse = { data: { session: null }, error: null };

describe("the session of auth-helpers", () => {
  test.each([undefined, null])(
    "auth-helpers: the session is loading at first with the initial session %s",
    async (initialSession) => {
      const response = deferred<SessionResponse>();
      const { client, latestContext } = await renderProvider(
        testClient({ getSession: () => response.promise }),
        initialSession,
      );
      expect(latestContext()).toEqual({
        isLoading: true,
        session: null,
        error: null,
        supabaseClient: client,
      });
      response.resolve({ data: { session: someSession }, error: null });
      await expect.poll(latestContext).toEqual({
        isLoading: false,
        session: someSession,
        error: null,
        supabaseClient: client,
      });
    },
  );

  test("auth-helpers: an initial session is available in the first render", async () => {
    const { client, hookResults, contexts } = await renderProvider(
      testClient({ getSession: () => new Promise(() => {}) }),
      someSession,
    );
    expect(contexts[0]).toMatchObject({ isLoading: false, session: someSession, error: null });
    expect(hookResults).toEqual([someSession, someUser, client]);
  });

  test("auth-helpers: the session is null after a response without a session", async () => {
    const { hookResults, latestContext } = await renderProvider(
      testClient({ getSession: async () => signedOut }),
    );
    await expect.poll(() => latestContext()?.isLoading).toBe(false);
    expect(hookResults.slice(0, 2)).toEqual([null, null]);
  });

  test("auth-helpers: the context has the error that prevented loading the session", async () => {
    const error = new AuthApiError("No", 500, "unexpected_failure");
    const { latestContext } = await renderProvider(
      testClient({ getSession: async () => ({ data: { session: null }, error }) }),
    );
    await expect.poll(latestContext).toMatchObject({ isLoading: false, session: null, error });
  });

  test("auth-helpers: loading ends when the request rejects", async () => {
    const { latestContext } = await renderProvider(
      testClient({ getSession: () => Promise.reject(new Error("No")) }),
    );
    await expect.poll(latestContext).toMatchObject({ isLoading: false, session: null });
  });

  test("auth-helpers: the session follows the client's events, and an event clears the error", async () => {
    const backend = testClient({
      getSession: async () => ({
        data: { session: null },
        error: new AuthApiError("No", 500, "unexpected_failure"),
      }),
    });
    const { latestContext } = await renderProvider(backend);
    await expect.poll(() => latestContext()?.error?.message).toBe("No");
    backend.emit("SIGNED_IN");
    await expect.poll(latestContext).toMatchObject({ session: someSession, error: null });
    backend.emit("SIGNED_OUT", null);
    await expect.poll(latestContext).toMatchObject({ session: null, error: null });
  });

  test("auth-helpers: a new initial session is used, but not the one that was signed out", async () => {
    const backend = testClient({ getSession: async () => signedOut });
    const { rerender, latestContext } = await renderProvider(backend, null);
    await expect.poll(() => latestContext()?.isLoading).toBe(false);
    await rerender(someSession);
    await expect.poll(() => latestContext()?.session).toEqual(someSession);
    backend.emit("SIGNED_OUT", null);
    await expect.poll(() => latestContext()?.session).toBeNull();
    await rerender({ ...someSession });
    expect(latestContext()?.session).toBeNull();
    const newerSession = { ...someSession, access_token: "newer" };
    await rerender(newerSession);
    await expect.poll(() => latestContext()?.session).toEqual(newerSession);
  });

  test("auth-helpers: the forms and useUser read the same session", async () => {
    const statuses: string[] = [];
    function Inside() {
      statuses.push(useAuthSession().status);
      return null;
    }
    const backend = testClient({ getSession: async () => signedOut });
    const { rerender, client } = await renderProvider(backend);
    await rerender(
      null,
      <>
        <Inside />
        <Auth supabaseClient={client} />
      </>,
    );
    backend.emit("SIGNED_IN");
    await expect.poll(() => statuses.at(-1)).toBe("signed-in");
  });
});

test.each([
  ["useSession", useSession],
  ["useSessionContext", useSessionContext],
  ["useSupabaseClient", () => useSupabaseClient()],
  ["useUser", useUser],
])("auth-helpers: %s throws outside a provider", async (name, useHook) => {
  function Outside() {
    useHook();
    return null;
  }
  await expect(render(<Outside />)).rejects.toThrow(
    `${name} must be used within a SessionContextProvider.`,
  );
});

test("auth-helpers: the types are those of @supabase/auth-helpers-react 0.5", () => {
  type Database = {
    public: {
      Tables: Record<never, never>;
      Views: Record<never, never>;
      Functions: Record<never, never>;
    };
  };
  expectTypeOf<SessionContext>().toExtend<Old.SessionContext>();
  expectTypeOf<Old.SessionContextProviderProps>().toExtend<SessionContextProviderProps>();
  expectTypeOf(useSession).toExtend<typeof Old.useSession>();
  expectTypeOf(useUser).toExtend<typeof Old.useUser>();
  expectTypeOf(useSessionContext).toExtend<typeof Old.useSessionContext>();
  const useUntyped = () => useSupabaseClient();
  const useTyped = () => useSupabaseClient<Database>();
  const useSchema = () => useSupabaseClient<Database, "public">();
  expectTypeOf(useUntyped).returns.toEqualTypeOf<SupabaseClient>();
  expectTypeOf(useTyped).returns.toEqualTypeOf<SupabaseClient<Database>>();
  expectTypeOf(useSchema).returns.toEqualTypeOf<SupabaseClient<Database, "public">>();
  interface Shop {
    shop: Database["public"];
  }
  expectTypeOf<SupabaseClient<Shop, "shop">>().toExtend<
    SessionContextProviderProps["supabaseClient"]
  >();
});
