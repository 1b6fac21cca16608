"use client";

import { useState } from "react";
import type { Recovery } from "../session/recovery.ts";
import { useUser } from "../session/user-context.tsx";
import type { Session, User } from "../supabase-types.ts";
import { needsSecondFactor } from "./assurance.ts";
import type { GateClient } from "./client.ts";
import { useRecovery } from "./use-recovery.ts";

/** How a visitor stands to what is behind the gate. */
export type GateState =
  /** It is not known yet who is there. */
  | "loading"
  | "signed-out"
  /** A link to reset the password brought them, and they have not set one yet. */
  | "recovery"
  /** Signed in, and with a second factor that was not asked for yet. */
  | "second-factor"
  /** Signed in anonymously. */
  | "anonymous"
  | "signed-in";

/** The gate without its markup. */
export interface Gate {
  readonly state: GateState;
  /**
   * The user to show the application to; null while nobody is to see it. A user whose session ended
   * in the middle of their work is still here, with {@link Gate.paused}.
   */
  readonly user: User | null;
  /** True when the application has to stand still until its user has signed in again. */
  readonly paused: boolean;
  /** Gives up on a session that ended: the application goes, and the forms are shown. */
  leave(): void;
  /** Leaves the password as it is, and goes on. */
  keepPassword(): void;
}

export interface GateOptions {
  supabaseClient: GateClient;
  /** True when a second factor is asked for of those who have one. Default: true. */
  secondFactor?: boolean;
  /** True when a new password has to be set, where the application knows it better than its client. */
  recovering?: boolean | undefined;
  /** The recovery that the application follows itself: see `followRecovery`. */
  recovery?: Recovery | undefined;
}

/** The memory of the gate from one render to the next. */
interface Memory {
  readonly session: Session | null;
  /** The user who was let in. */
  readonly inside: User | null;
}

/**
 * How the visitor stands to what is behind the gate.
 *
 * A session that ends by itself has run out, or is about to and could not be renewed. One that was
 * ended on purpose, here or in another tab, had time left: then the application goes at once.
 *
 * @throws {Error} outside a `UserContextProvider`.
 */
export function useGate({
  supabaseClient,
  secondFactor = true,
  recovering,
  recovery: followed,
}: GateOptions): Gate {
  const { session, status } = useUser();
  const [memory, setMemory] = useState<Memory>({ session, inside: null });
  const recovery = useRecovery(supabaseClient, memory.inside !== null, followed);

  const state = stateOf();
  const open = state === "signed-in" || state === "anonymous";
  const inside = open ? (session?.user ?? null) : stillInside();
  if (memory.session !== session || memory.inside !== inside) setMemory({ session, inside });

  function stateOf(): GateState {
    if (status === "loading") return "loading";
    if (!session) return "signed-out";
    if (secondFactor && needsSecondFactor(session)) return "second-factor";
    if (recovering ?? recovery.isPending) return "recovery";
    return session.user.is_anonymous ? "anonymous" : "signed-in";
  }

  function stillInside(): User | null {
    if (state === "recovery" || state === "loading") return null;
    // Signed in again, as another user or by half.
    if (session) return session.user.id === memory.inside?.id ? session.user : null;
    // Nothing new since it ended.
    if (!memory.session) return memory.inside;
    return hasRunOut(memory.session) ? memory.inside : null;
  }

  return {
    state,
    user: inside,
    paused: inside !== null && !open,
    leave: () => setMemory({ session, inside: null }),
    keepPassword: recovery.end,
  };
}

/**
 * How long before its end a session counts as one that ended by itself, in seconds: the reference
 * client begins to renew it 90 before (`AUTO_REFRESH_TICK_THRESHOLD`), and looks every 30.
 */
const margin = 95;

function hasRunOut({ expires_at: end }: Session): boolean {
  return end !== undefined && end - Date.now() / 1000 < margin;
}
