import type { AuthChangeEvent } from "@supabase/auth-js";
import type { SessionClient } from "../client.ts";
import { readStorage, type StorageName, writeStorage } from "../storage.ts";

/**
 * Returns whether a new password must be set after an event of the client.
 *
 * @param isPending whether a new password had to be set before the event
 */
export function isPendingAfter(event: AuthChangeEvent, isPending: boolean): boolean {
  return (
    event === "PASSWORD_RECOVERY" ||
    (isPending && event !== "USER_UPDATED" && event !== "SIGNED_OUT")
  );
}

/**
 * A password recovery: the visitor followed a link to reset the password, or entered a recovery code, and has not set a
 * new password yet. The link opens a session, so without this state the application would be shown immediately.
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

/** A recovery that also reports when the new password was set. */
export interface FollowedRecovery extends Recovery {
  /** Calls the listener when a recovery ends because a new password was set. */
  readonly onPasswordSet: (listener: () => void) => () => void;
}

/** A tab's recovery state. */
export interface RecoveryStore extends Recovery {
  /**
   * Applies an event of the client. Tabs share their events, but a recovery in another tab must not interrupt a user
   * who is working in this one.
   */
  readonly receive: (event: AuthChangeEvent, isWorking: boolean) => void;
}

/** The key under which the tab stores the state, so that a reload shows the form for the new password again. */
const storageKey = "portico.recovery";
const storageName: StorageName = "sessionStorage";

/** Returns whether an address comes from a link to reset the password: it then contains the session's tokens. */
function isRecoveryLink(address: string): boolean {
  const fragment = new URLSearchParams(new URL(address).hash.slice(1));
  return fragment.has("access_token") && fragment.get("type") === "recovery";
}

/** Creates the recovery state for a tab that was opened at this address. */
export function createRecovery(address: string): RecoveryStore {
  const listeners = new Set<() => void>();
  let isPending = isRecoveryLink(address) || readStorage(storageName, storageKey) !== undefined;
  if (isPending) writeStorage(storageName, storageKey, "");

  const update = (isNowPending: boolean) => {
    writeStorage(storageName, storageKey, isNowPending ? "" : undefined);
    if (isNowPending === isPending) return;
    isPending = isNowPending;
    for (const listener of listeners) listener();
  };

  return {
    pending: () => isPending,
    begin: () => update(true),
    end: () => update(false),
    subscribe: subscribeTo(listeners),
    receive(event, isWorking) {
      const isNowPending = isPendingAfter(event, isPending);
      if (isNowPending !== isPending && !(isNowPending && isWorking)) update(isNowPending);
    },
  };
}

/**
 * Follows an auth client's recoveries, for `useGate({ recovery })`. Call it before you create the client, because the
 * client removes the tokens from the address, and reports the session before it reports the recovery.
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
