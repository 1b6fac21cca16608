import type { GoTrueClient } from "@supabase/auth-js";
import { useSyncExternalStore } from "react";
import { sessionLinkAt } from "./session-link.ts";

/**
 * Whether somebody came by a password-recovery link, or typed a recovery code, and has not set a new
 * password yet. Such a link brings a session along, so that without this the visitor would be shown
 * in as if nothing had to be done.
 */
export interface Recovery {
  readonly pending: () => boolean;
  /** Somebody came to set a new one, by a page of ours. */
  readonly begin: () => void;
  /** Leaves the password as it is. */
  readonly end: () => void;
  /** Hears of it when it is over because a new password was set. */
  readonly onPasswordSet: (listener: () => void) => () => void;
  readonly subscribe: (listener: () => void) => () => void;
}

/** Kept in the tab, so that a reload shows the form again. */
const key = "portico.recovery";

/** What of the browser it needs. */
interface Place {
  readonly address: string;
  readonly storage: Pick<Storage, "getItem" | "setItem" | "removeItem">;
}

/**
 * Follows an auth client. Made before the client takes the tokens out of the address, so that the
 * first page shown is the right one: the client reports a recovery only after it has reported the
 * session.
 */
export function followRecovery(
  auth: Pick<GoTrueClient, "onAuthStateChange">,
  place: Place,
): Recovery {
  const listeners = new Set<() => void>();
  const setListeners = new Set<() => void>();
  let inside = false;
  let pending = sessionLinkAt(place.address) === "recovery" || place.storage.getItem(key) !== null;
  if (pending) place.storage.setItem(key, "");

  const set = (next: boolean) => {
    if (next === pending) return;
    pending = next;
    if (next) place.storage.setItem(key, "");
    else place.storage.removeItem(key);
    for (const listener of listeners) listener();
  };

  auth.onAuthStateChange((event, session) => {
    // Tabs tell each other of a recovery. One in which somebody works already is left in peace.
    if (event === "PASSWORD_RECOVERY" && !inside) set(true);
    if (event === "USER_UPDATED" && pending) for (const listener of setListeners) listener();
    if (event === "USER_UPDATED" || event === "SIGNED_OUT") set(false);
    inside = session !== null;
  });

  return {
    pending: () => pending,
    begin: () => set(true),
    end: () => set(false),
    onPasswordSet: listening(setListeners),
    subscribe: listening(listeners),
  };
}

function listening(listeners: Set<() => void>) {
  return (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
}

/** Whether a new password has to be set before anything else. */
export function useRecoveryPending(recovery: Recovery): boolean {
  return useSyncExternalStore(recovery.subscribe, recovery.pending, recovery.pending);
}
