"use client";

import type { SupabaseClient } from "@supabase/supabase-js";
import { createContext, type PropsWithChildren, useContext, useMemo } from "react";
import { UserContextProvider, useUser as useAuthSession } from "../session/user-context.tsx";
import type { AuthError, Session, User } from "../supabase-types.ts";

/** The session, in the four shapes that `@supabase/auth-helpers-react` declares. */
export type SessionContext = { readonly supabaseClient: SupabaseClient } & (
  | { readonly isLoading: true; readonly session: null; readonly error: null }
  | { readonly isLoading: false; readonly session: Session; readonly error: null }
  | { readonly isLoading: false; readonly session: null; readonly error: AuthError }
  | { readonly isLoading: false; readonly session: null; readonly error: null }
);

// biome-ignore lint/suspicious/noExplicitAny: a client may be typed for any schema of any database
type AnyClient = SupabaseClient<any, any, any>;

export interface SessionContextProviderProps {
  supabaseClient: AnyClient;
  /** The session that the server has already loaded. Without it, the context starts in the loading state. */
  initialSession?: Session | null;
}

const Context = createContext<SessionContext | undefined>(undefined);

/** Provides a Supabase client and its session. */
export function SessionContextProvider({
  supabaseClient,
  initialSession,
  children,
}: PropsWithChildren<SessionContextProviderProps>) {
  return (
    <UserContextProvider
      supabaseClient={supabaseClient}
      // For `UserContextProvider`, null means signed out. In this API, null means "not loaded yet".
      {...(initialSession && { initialSession })}
    >
      <SessionShape supabaseClient={supabaseClient}>{children}</SessionShape>
    </UserContextProvider>
  );
}

function SessionShape({
  supabaseClient,
  children,
}: PropsWithChildren<{ supabaseClient: AnyClient }>) {
  const { error, session, status } = useAuthSession();
  const value = useMemo<SessionContext>(() => {
    if (status === "loading")
      return { isLoading: true, session: null, error: null, supabaseClient };
    if (session) return { isLoading: false, session, error: null, supabaseClient };
    return { isLoading: false, session: null, error: error ?? null, supabaseClient };
  }, [error, session, status, supabaseClient]);
  return <Context.Provider value={value}>{children}</Context.Provider>;
}

function useSessionShape(hook: string): SessionContext {
  const context = useContext(Context);
  if (!context) throw new Error(`${hook} must be used within a SessionContextProvider.`);
  return context;
}

/**
 * Returns the session, whether it is still loading, and the error if it could not be loaded.
 *
 * @throws {Error} outside a `SessionContextProvider`.
 */
export function useSessionContext(): SessionContext {
  return useSessionShape("useSessionContext");
}

/**
 * Returns the client of the nearest provider.
 *
 * @throws {Error} outside a `SessionContextProvider`.
 */
export function useSupabaseClient(): SupabaseClient;
export function useSupabaseClient<Database>(): SupabaseClient<Database>;
export function useSupabaseClient<
  Database,
  SchemaName extends string & keyof Omit<Database, "__InternalSupabase">,
>(): SupabaseClient<Database, SchemaName>;
export function useSupabaseClient(): SupabaseClient {
  return useSessionShape("useSupabaseClient").supabaseClient;
}

/**
 * Returns the session, or null while it is loading or if the visitor is signed out.
 *
 * @throws {Error} outside a `SessionContextProvider`.
 */
export function useSession(): Session | null {
  return useSessionShape("useSession").session;
}

/**
 * Returns the user, or null while the session is loading or if the visitor is signed out.
 *
 * @throws {Error} outside a `SessionContextProvider`.
 */
export function useUser(): User | null {
  return useSessionShape("useUser").session?.user ?? null;
}
