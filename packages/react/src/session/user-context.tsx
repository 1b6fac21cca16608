"use client";

import { createContext, type ReactNode, useContext, useEffect, useState } from "react";
import type { SessionClient } from "../client.ts";
import type { AuthError, Session, User } from "../supabase-types.ts";
import { noteSession } from "./last-session.ts";
import { recoveryAfter } from "./recovery.ts";

/** The session, and its user. */
export interface AuthSession {
  /** The signed-in user; null while nobody is signed in, or it is not known yet. */
  readonly user: User | null;
  /** The session of that user, with its tokens. */
  readonly session: Session | null;
  /** Tells "not known yet" from "nobody", so that a page does not flash its signed-out self. */
  readonly status: "loading" | "signed-out" | "signed-in";
  /**
   * True when a link to reset the password brought them here, and they have not set one yet: a page
   * that shows forms only to visitors without a session shows `UpdatePassword` while this is true.
   */
  readonly recovering: boolean;
  /** Why the client could not say at the start who is signed in. An event makes it forgotten. */
  readonly error?: AuthError | undefined;
}

const UserContext = createContext<AuthSession | undefined>(undefined);

export interface UserContextProviderProps {
  /** The client whose session the components inside read. */
  supabaseClient: SessionClient;
  /**
   * A session that the server knows of already: it is there from the first render on. A new one
   * counts later too while nobody is signed in: the server may have signed somebody in meanwhile.
   */
  initialSession?: Session | null;
  /** The part of the application that reads the session. */
  children?: ReactNode;
  /** The archived kit's provider let any further property pass, and did nothing with it. */
  [property: string]: unknown;
}

/** The context's value for a session: one that is undefined is not known yet. */
function about(
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

/**
 * Holds the session of a client for everything inside: asks for it at the start, and follows every
 * change of it from then on.
 */
export function UserContextProvider({
  supabaseClient,
  initialSession,
  children,
}: UserContextProviderProps) {
  const client = supabaseClient.auth;
  const [known, setKnown] = useState({ client, value: about(initialSession) });
  // The session of another client is not this one's.
  const value = known.client === client ? known.value : about(undefined);

  const token = initialSession?.access_token;
  const [seed, setSeed] = useState(token);
  if (seed !== token) {
    setSeed(token);
    if (initialSession && !value.session)
      setKnown({ client, value: about(initialSession, value.recovering) });
  }

  useEffect(() => noteSession(value.session), [value.session]);

  useEffect(() => {
    let heard = false;
    let recovering = false;
    const learn = (session: Session | null, error?: AuthError | null) =>
      setKnown({ client, value: about(session, recovering, error) });

    const { data } = client.onAuthStateChange((event, session) => {
      heard = true;
      recovering = recoveryAfter(event, recovering);
      learn(session);
    });
    // An answer to this question is older than any event that came meanwhile.
    client.getSession().then(
      ({ data, error }) => heard || learn(data.session, error),
      () => heard || learn(null),
    );

    return () => {
      heard = true;
      data.subscription.unsubscribe();
    };
  }, [client]);

  return <UserContext.Provider value={value}>{children}</UserContext.Provider>;
}

/** True when a password is being recovered, as far as a provider around this has heard. */
export function useRecovering(): boolean {
  return useContext(UserContext)?.recovering ?? false;
}

/**
 * The user and session of the provider around it.
 *
 * @throws {Error} outside a `UserContextProvider`.
 */
export function useUser(): AuthSession {
  const context = useContext(UserContext);
  if (context === undefined) throw new Error("useUser must be used within a UserContextProvider.");
  return context;
}
