import { useSyncExternalStore } from "react";

/*
 * Tracks the path for the pages outside the router, which is part of the signed-in chunk. Navigations of the
 * router are not reported here. That is not a problem, because they never leave the signed-in pages.
 */

const listeners = new Set<() => void>();

function subscribe(listener: () => void) {
  listeners.add(listener);
  addEventListener("popstate", listener);
  return () => {
    listeners.delete(listener);
    removeEventListener("popstate", listener);
  };
}

/** Returns the path of the address. */
export function usePath(): string {
  return useSyncExternalStore(
    subscribe,
    () => location.pathname,
    () => "/",
  );
}

/** Replaces the address with another one of this site, without a page load. */
export function replaceAddress(address: string): void {
  history.replaceState(null, "", address);
  for (const listener of listeners) listener();
}
