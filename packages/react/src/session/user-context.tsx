"use client";

import { createContext, type ReactNode, useContext, useEffect, useState } from "react";
import type { SessionClient } from "../client.ts";
import type { AuthError, Session, User } from "../supabase-types.ts";
import { recordSession } from "./last-session.ts";
import { isPendingAfter } from "./recovery.ts";

/** The session and its user. */
export interface AuthSession {
  /** The signed-in user; null while the session is loading and when the visitor is signed out. */
  readonly user: User | null;
  /** The session of that user, with its tokens. */
  readonly session: Session | null;
  /** Distinguishes "loading" from "signed-out", so that a page does not flash its signed-out state. */
  readonly status: "loading" | "signed-out" | "signed-in";
  /**
   * True after a visitor followed a link to reset the password, until the new password is set. A page that shows forms
   * only to visitors without a session must show `UpdatePassword` while this is true.
   */
  readonly recovering: boolean;
  /** Why the client could not load the session. The next event of the client clears it. */
  readonly error?: AuthError | undefined;
}

const UserContext = createContext<AuthSession | undefined>(undefined);

export interface UserContextProviderProps {
  /** The client whose session the components inside read. */
  supabaseClient: SessionClient;
  /**
   * A session that the server already knows: it is available in the first render. If it changes while the visitor is
   * signed out, the new one is used: the server may have signed the user in.
   */
  initialSession?: Session | null;
  /** The part of the application that reads the session. */
  children?: ReactNode;
  /** The archived kit's provider accepted any other property and ignored it. */
  [property: string]: unknown;
}

/** Returns the context's value for a session. Pass undefined while the session is loading. */
function contextValue(
  session: Session | null | undefined,
  recovering = false,
  error?: AuthError | null,
): AuthSession {
  return {
    session: session ?? null,
    user: session?.user ?? null,
    status: session ? "signed-in" : session === null ? "signed-out" : "loading",
    recovering,
    error: error ?? undefined,
  };
}

/** Provides the session of a client: loads it at first and follows its changes. */
export function UserContextProvider({
  supabaseClient,
  initialSession,
  children,
}: UserContextProviderProps) {
  const client = supabaseClient.auth;
  const [current, setCurrent] = useState({ client, value: contextValue(initialSession) });
  // The state may belong to a previous client.
  const value = current.client === client ? current.value : contextValue(undefined);

  const token = initialSession?.access_token;
  const [lastToken, setLastToken] = useState(token);
  if (lastToken !== token) {
    setLastToken(token);
    if (initialSession && !value.session)
      setCurrent({ client, value: contextValue(initialSession, value.recovering) });
  }

  useEffect(() => recordSession(value.session), [value.session]);

  useEffect(() => {
    let isOutdated = false;
    let recovering = false;
    const update = (session: Session | null, error?: AuthError | null) =>
      setCurrent({ client, value: contextValue(session, recovering, error) });

    const { data } = client.onAuthStateChange((event, session) => {
      isOutdated = true;
      recovering = isPendingAfter(event, recovering);
      update(session);
    });
    // Any event that arrives before this response is newer than the response.
    client.getSession().then(
      ({ data, error }) => isOutdated || update(data.session, error),
      () => isOutdated || update(null),
    );

    return () => {
      isOutdated = true;
      data.subscription.unsubscribe();
    };
  }, [client]);

  return <UserContext.Provider value={value}>{children}</UserContext.Provider>;
}

/** Returns whether the nearest provider reports a password recovery. Returns false without a provider. */
export function useIsRecovering(): boolean {
  return useContext(UserContext)?.recovering ?? false;
}

/**
 * Returns the user and the session of the nearest provider.
 *
 * @throws {Error} outside a `UserContextProvider`.
 */
export function useUser(): AuthSession {
  const context = useContext(UserContext);
  if (context === undefined) throw new Error("useUser must be used within a UserContextProvider.");
  return context;
}
