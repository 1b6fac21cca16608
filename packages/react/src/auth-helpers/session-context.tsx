"use client";

import type { SupabaseClient } from "@supabase/supabase-js";
import { createContext, type PropsWithChildren, useContext, useMemo } from "react";
import { UserContextProvider, useUser as useAuthSession } from "../session/user-context.tsx";
import type { AuthError, Session, User } from "../supabase-types.ts";

/** The session in the four shapes of `@supabase/auth-helpers-react`. */
export type SessionContext = { readonly supabaseClient: SupabaseClient } & (
  | { readonly isLoading: true; readonly session: null; readonly error: null }
  | { readonly isLoading: false; readonly session: Session; readonly error: null }
  | { readonly isLoading: false; readonly session: null; readonly error: AuthError }
  | { readonly isLoading: false; readonly session: null; readonly error: null }
);

// biome-ignore lint/suspicious/noExplicitAny: a client may be typed for any database and any schema of it.
type AnyClient = SupabaseClient<any, any, any>;

export interface SessionContextProviderProps {
  supabaseClient: AnyClient;
  /** A session that the server knows of already. Without one, nothing is known at first. */
  initialSession?: Session | null;
}

const Context = createContext<SessionContext | undefined>(undefined);

/** Holds a Supabase client and its session for everything inside. */
export function SessionContextProvider({
  supabaseClient,
  initialSession,
  children,
}: PropsWithChildren<SessionContextProviderProps>) {
  return (
    <UserContextProvider
      supabaseClient={supabaseClient}
      // `null` says "nobody" to our provider; here it has always said "not known yet".
      {...(initialSession && { initialSession })}
    >
      <Shape supabaseClient={supabaseClient}>{children}</Shape>
    </UserContextProvider>
  );
}

function Shape({ supabaseClient, children }: PropsWithChildren<{ supabaseClient: AnyClient }>) {
  const { error, session, status } = useAuthSession();
  const value = useMemo<SessionContext>(() => {
    if (status === "loading")
      return { isLoading: true, session: null, error: null, supabaseClient };
    if (session) return { isLoading: false, session, error: null, supabaseClient };
    return { isLoading: false, session: null, error: error ?? null, supabaseClient };
  }, [error, session, status, supabaseClient]);
  return <Context.Provider value={value}>{children}</Context.Provider>;
}

function useShape(hook: string): SessionContext {
  const context = useContext(Context);
  if (!context) throw new Error(`${hook} must be used within a SessionContextProvider.`);
  return context;
}

/**
 * The session, whether it is known yet, and why it could not be learnt.
 *
 * @throws {Error} outside a `SessionContextProvider`.
 */
export function useSessionContext(): SessionContext {
  return useShape("useSessionContext");
}

/**
 * The client of the provider around it.
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
  return useShape("useSupabaseClient").supabaseClient;
}

/**
 * The session: null while it is not known, and when nobody is signed in.
 *
 * @throws {Error} outside a `SessionContextProvider`.
 */
export function useSession(): Session | null {
  return useShape("useSession").session;
}

/**
 * The user: null while it is not known, and when nobody is signed in.
 *
 * @throws {Error} outside a `SessionContextProvider`.
 */
export function useUser(): User | null {
  return useShape("useUser").session?.user ?? null;
}
