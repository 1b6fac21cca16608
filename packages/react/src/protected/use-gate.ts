"use client";

import { useState } from "react";
import type { Recovery } from "../session/recovery.ts";
import { useUser } from "../session/user-context.tsx";
import type { Session, User } from "../supabase-types.ts";
import { needsSecondFactor } from "./assurance.ts";
import type { GateClient } from "./client.ts";
import { useRecovery } from "./use-recovery.ts";

/** The state of a visitor at the gate. */
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
   * The user to show the application to, or null while it must not be shown. Remains set with {@link Gate.paused} if
   * the session ends while the user is working.
   */
  readonly user: User | null;
  /** True while the application is paused until its user has signed in again. */
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
  /** True if a new password must be set, if the application knows it better than its client. */
  recovering?: boolean | undefined;
  /** The recovery that the application follows itself: see `followRecovery`. */
  recovery?: Recovery | undefined;
}

/** The state that the gate keeps between renders. */
interface Memory {
  readonly session: Session | null;
  /** The user who sees the application. */
  readonly shownUser: User | null;
}

/**
 * Returns the state of the gate.
 *
 * A session that ends by itself has expired, or is about to and could not be refreshed: the application is paused. A
 * session that was ended on purpose, here or in another tab, had time left: the application is removed immediately.
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
  const [memory, setMemory] = useState<Memory>({ session, shownUser: null });
  const recovery = useRecovery(supabaseClient, memory.shownUser !== null, followedRecovery);

  const state = stateOf();
  const isOpen = state === "signed-in" || state === "anonymous";
  const shownUser = isOpen ? (session?.user ?? null) : pausedUser();
  if (memory.session !== session || memory.shownUser !== shownUser)
    setMemory({ session, shownUser });

  function stateOf(): GateState {
    if (status === "loading") return "loading";
    if (!session) return "signed-out";
    if (secondFactor && needsSecondFactor(session)) return "second-factor";
    if (recovering ?? recovery.isPending) return "recovery";
    return session.user.is_anonymous ? "anonymous" : "signed-in";
  }

  function pausedUser(): User | null {
    if (state === "recovery" || state === "loading") return null;
    // Somebody signed in again, perhaps another user, or without the second factor.
    if (session) return session.user.id === memory.shownUser?.id ? session.user : null;
    // Nothing has changed since the session ended.
    if (!memory.session) return memory.shownUser;
    return hasExpired(memory.session) ? memory.shownUser : null;
  }

  return {
    state,
    user: shownUser,
    paused: shownUser !== null && !isOpen,
    leave: () => setMemory({ session, shownUser: null }),
    keepPassword: recovery.end,
  };
}

/**
 * How long before its expiry a session counts as expired. The client starts to refresh it 90 seconds before
 * (`AUTO_REFRESH_TICK_THRESHOLD`), and checks every 30 seconds.
 */
const marginSeconds = 95;

function hasExpired({ expires_at: end }: Session): boolean {
  return end !== undefined && end - Date.now() / 1000 < marginSeconds;
}
