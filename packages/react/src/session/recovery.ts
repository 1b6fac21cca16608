import type { AuthChangeEvent } from "@supabase/auth-js";
import type { SessionClient } from "../client.ts";
import { readStored, type StorageName, store } from "../storage.ts";

/**
 * Returns whether a new password has to be set after an event of the client.
 *
 * @param isPending whether one had to be set before
 */
export function recoveryAfter(event: AuthChangeEvent, isPending: boolean): boolean {
  return (
    event === "PASSWORD_RECOVERY" ||
    (isPending && event !== "USER_UPDATED" && event !== "SIGNED_OUT")
  );
}

/**
 * Whether the visitor followed a link to reset the password, or entered a recovery code, and has not set a new password
 * yet. Such a link opens a session: without this state the application would be shown as if nothing had to be done.
 */
export interface Recovery {
  readonly pending: () => boolean;
  /** Requires a new password. */
  readonly begin: () => void;
  /** Keeps the current password. */
  readonly end: () => void;
  /** Calls the listener when {@link Recovery.pending} changes. Returns a function that unsubscribes it. */
  readonly subscribe: (listener: () => void) => () => void;
}

/** A recovery that reports how it ended. */
export interface FollowedRecovery extends Recovery {
  /** Calls the listener when a recovery ends because a new password was set. */
  readonly onPasswordSet: (listener: () => void) => () => void;
}

/** The recovery of a tab. */
export interface RecoveryStore extends Recovery {
  /**
   * Applies an event of the client. Tabs share their events: a recovery in another tab does not interrupt a user who is
   * working in this one.
   */
  readonly receive: (event: AuthChangeEvent, isWorking: boolean) => void;
}

/** Stored per tab, so that a reload shows the form for the new password again. */
const key = "portico.recovery";
const tab: StorageName = "sessionStorage";

/** Returns whether an address is a link to reset the password, with the tokens of its session. */
function isRecoveryLink(address: string): boolean {
  const fragment = new URLSearchParams(new URL(address).hash.slice(1));
  return fragment.has("access_token") && fragment.get("type") === "recovery";
}

/** Creates the recovery of a tab that was opened at this address. */
export function createRecovery(address: string): RecoveryStore {
  const listeners = new Set<() => void>();
  let pending = isRecoveryLink(address) || readStored(tab, key) !== undefined;
  if (pending) store(tab, key, "");

  const update = (next: boolean) => {
    store(tab, key, next ? "" : undefined);
    if (next === pending) return;
    pending = next;
    for (const listener of listeners) listener();
  };

  return {
    pending: () => pending,
    begin: () => update(true),
    end: () => update(false),
    subscribe: subscribeTo(listeners),
    receive(event, isWorking) {
      const next = recoveryAfter(event, pending);
      if (next !== pending && !(next && isWorking)) update(next);
    },
  };
}

/**
 * Follows the recoveries of an auth client, for `useGate({ recovery })`. Call it before you create the client: the client
 * removes the tokens from the address, and reports the session before it reports the recovery.
 *
 * @param address the address at which the page was opened
 */
export function followRecovery(
  auth: Pick<SessionClient["auth"], "onAuthStateChange">,
  address: string = location.href,
): FollowedRecovery {
  const { receive, ...recovery } = createRecovery(address);
  const passwordListeners = new Set<() => void>();
  let hasSession = false;

  auth.onAuthStateChange((event, session) => {
    if (event === "USER_UPDATED" && recovery.pending())
      for (const listener of passwordListeners) listener();
    receive(event, hasSession);
    hasSession = session !== null;
  });

  return { ...recovery, onPasswordSet: subscribeTo(passwordListeners) };
}

function subscribeTo(listeners: Set<() => void>) {
  return (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
}
