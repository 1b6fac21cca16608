"use client";

import { createContext, type ReactNode, useContext, useEffect, useState } from "react";
import type { SessionClient } from "../client.ts";
import type { AuthError, Session, User } from "../supabase-types.ts";
import { recordSession } from "./last-session.ts";
import { isPendingAfter } from "./recovery.ts";

/** The session and its user. */
export interface AuthSession {
  /** The signed-in user; null while the session is loading or if the visitor is signed out. */
  readonly user: User | null;
  /** The user's session, with its tokens. */
  readonly session: Session | null;
  /** Distinguishes "loading" from "signed-out", so that a page does not flash its signed-out state. */
  readonly status: "loading" | "signed-out" | "signed-in";
  /**
   * True after a visitor followed a link to reset the password, until the new password is set. A page that shows forms
   * only to visitors without a session must show `UpdatePassword` while this is true.
   */
  readonly recovering: boolean;
  /** The reason why the client could not load the session. The client's next event clears it. */
  readonly error?: AuthError | undefined;
}

const UserContext = createContext<AuthSession | undefined>(undefined);

export interface UserContextProviderProps {
  /** The client whose session is provided to the components inside. */
  supabaseClient: SessionClient;
  /**
   * A session that the server has already loaded, for the first render. If this prop changes while the visitor is
   * signed out, the new session is used, because the server may have signed the user in.
   */
  initialSession?: Session | null;
  /** The part of the application that reads the session. */
  children?: ReactNode;
  /** Any other property is ignored, as in the archived kit. */
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
  // The stored value may be that of a previous client.
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
    // Ignore this response if an event arrived before it, because the event is newer.
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
