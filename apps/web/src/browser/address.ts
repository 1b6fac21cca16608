import { useSyncExternalStore } from "react";

/*
 * Where the page is, for those pages that have no router: it comes with the pages behind the door. A
 * turn that the router makes is not heard of here, and none of them leads out of its pages.
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

/** The path of the address. */
export function usePath(): string {
  return useSyncExternalStore(
    subscribe,
    () => location.pathname,
    () => "/",
  );
}

/** Puts another address of this site in the place of the present one, without loading it. */
export function replaceAddress(address: string): void {
  history.replaceState(null, "", address);
  for (const listener of listeners) listener();
}
