import { readStored, type StorageName, store } from "../storage.ts";
import type { GateClient } from "./client.ts";

/**
 * True when a visitor came by a link to reset the password, or typed a recovery code, and has not set a
 * new password yet. Such a link brings a session along: without this the visitor would be shown the
 * application as if nothing had to be done.
 */
export interface Recovery {
  readonly pending: () => boolean;
  /** A new password has to be set. */
  readonly begin: () => void;
  /** Leaves the password as it is. */
  readonly end: () => void;
  /** Calls the listener when {@link Recovery.pending} changes. Returns what ends that. */
  readonly subscribe: (listener: () => void) => () => void;
}

/** A recovery that knows how it ended. */
export interface FollowedRecovery extends Recovery {
  /** Calls the listener when a recovery is over because a new password was set. */
  readonly onPasswordSet: (listener: () => void) => () => void;
}

/** Kept in the tab, so that a reload shows the form for the new password again. */
const key = "portico.recovery";
const tab: StorageName = "sessionStorage";

/** True when an address is that of a link to reset the password, with the session that it brings. */
function isRecoveryLink(address: string): boolean {
  const fragment = new URLSearchParams(new URL(address).hash.slice(1));
  return fragment.has("access_token") && fragment.get("type") === "recovery";
}

/** The recovery of a tab that was opened at an address. */
export function recoveryAt(address: string): Recovery {
  const listeners = new Set<() => void>();
  let pending = isRecoveryLink(address) || readStored(tab, key) !== undefined;
  if (pending) store(tab, key, "");

  const become = (next: boolean) => {
    store(tab, key, next ? "" : undefined);
    if (next === pending) return;
    pending = next;
    for (const listener of listeners) listener();
  };

  return {
    pending: () => pending,
    begin: () => become(true),
    end: () => become(false),
    subscribe: listening(listeners),
  };
}

/**
 * Follows the recoveries of an auth client, for `useGate({ recovery })`. Call it before the client is
 * made: a client takes the tokens out of the address, and reports a session before it reports the
 * recovery.
 *
 * @param address that of the page when it was opened
 */
export function followRecovery(
  auth: GateClient["auth"],
  address: string = location.href,
): FollowedRecovery {
  const recovery = recoveryAt(address);
  const passwordListeners = new Set<() => void>();
  let inside = false;

  auth.onAuthStateChange((event, session) => {
    // Tabs tell each other of a recovery. One whose user is at work is left in peace.
    if (event === "PASSWORD_RECOVERY" && !inside) recovery.begin();
    if (event === "USER_UPDATED" && recovery.pending())
      for (const listener of passwordListeners) listener();
    if (event === "USER_UPDATED" || event === "SIGNED_OUT") recovery.end();
    inside = session !== null;
  });

  return { ...recovery, onPasswordSet: listening(passwordListeners) };
}

function listening(listeners: Set<() => void>) {
  return (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
}
