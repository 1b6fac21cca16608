"use client";

import { useState } from "react";
import { needsSecondFactor } from "../session/assurance.ts";
import type { Recovery } from "../session/recovery.ts";
import { useUser } from "../session/user-context.tsx";
import type { Session, User } from "../supabase-types.ts";
import type { GateClient } from "./client.ts";
import { useRecovery } from "./use-recovery.ts";

/** A visitor's state at the gate. */
export type GateState =
  /** The session is not loaded yet. */
  | "loading"
  | "signed-out"
  /** The visitor followed a link to reset the password, and has not set a new one yet. */
  | "recovery"
  /** Signed in, but the second factor is not confirmed yet. */
  | "second-factor"
  /** Signed in anonymously. */
  | "anonymous"
  | "signed-in";

/** The state and the actions of the gate, for your own markup. */
export interface Gate {
  readonly state: GateState;
  /**
   * The user for whom to show the application, or null if it must not be shown. If the session ends while the user is
   * working, this remains set and {@link Gate.paused} is true.
   */
  readonly user: User | null;
  /** Whether the application is paused until its user signs in again. */
  readonly paused: boolean;
  /** Gives up a session that ended: the application is removed and the forms are shown. */
  leave(): void;
  /** Keeps the current password and continues. */
  keepPassword(): void;
}

export interface GateOptions {
  supabaseClient: GateClient;
  /** True to ask users for their second factor. Default: true. */
  secondFactor?: boolean;
  /** Whether a new password must be set, instead of what the client reports. */
  recovering?: boolean | undefined;
  /** The result of `followRecovery`, if the application called it. */
  recovery?: Recovery | undefined;
}

/** The state that the gate keeps between renders. */
interface GateMemory {
  readonly session: Session | null;
  /** The user whose application is rendered. */
  readonly admittedUser: User | null;
}

/**
 * Returns the state of the gate.
 *
 * If a session has expired, or is about to expire and could not be refreshed, the application is paused. If the session
 * ends earlier, the user has signed out, in this tab or another, and the application is removed immediately.
 *
 * @throws {Error} outside a `UserContextProvider`.
 */
export function useGate({
  supabaseClient,
  secondFactor = true,
  recovering,
  recovery: followedRecovery,
}: GateOptions): Gate {
  const { session, status } = useUser();
  const [memory, setMemory] = useState<GateMemory>({ session, admittedUser: null });
  const recovery = useRecovery(supabaseClient, memory.admittedUser !== null, followedRecovery);

  const state = currentState();
  const isOpen = state === "signed-in" || state === "anonymous";
  const admittedUser = isOpen ? (session?.user ?? null) : pausedUser();
  if (memory.session !== session || memory.admittedUser !== admittedUser)
    setMemory({ session, admittedUser });

  function currentState(): GateState {
    if (status === "loading") return "loading";
    if (!session) return "signed-out";
    if (secondFactor && needsSecondFactor(session)) return "second-factor";
    if (recovering ?? recovery.isPending) return "recovery";
    return session.user.is_anonymous ? "anonymous" : "signed-in";
  }

  function pausedUser(): User | null {
    if (state === "recovery" || state === "loading") return null;
    // A user has signed in again. It can be a different user, or one whose second factor is not confirmed.
    if (session) return session.user.id === memory.admittedUser?.id ? session.user : null;
    // The session ended in an earlier render.
    if (!memory.session) return memory.admittedUser;
    return hasExpired(memory.session) ? memory.admittedUser : null;
  }

  return {
    state,
    user: admittedUser,
    paused: admittedUser !== null && !isOpen,
    leave: () => setMemory({ session, admittedUser: null }),
    keepPassword: recovery.end,
  };
}

/**
 * A session is treated as expired this long before its expiry. The client refreshes it from 90 seconds before the
 * expiry (`AUTO_REFRESH_TICK_THRESHOLD`), and checks every 30 seconds.
 */
const expiryMarginSeconds = 95;

function hasExpired({ expires_at: expiresAt }: Session): boolean {
  return expiresAt !== undefined && expiresAt - Date.now() / 1000 < expiryMarginSeconds;
}
