"use client";

import { useEffect, useRef, useSyncExternalStore } from "react";
import { useUser } from "../session/user-context.tsx";
import type { GateClient } from "./client.ts";
import { type Recovery, recoveryAt } from "./recovery.ts";

/** Read before the client takes its tokens out of the address, which it does once this is loaded. */
const openedAt = typeof location === "undefined" ? undefined : location.href;

/** The recovery of this tab, for gates that are given no other. */
let ofThisTab: Recovery | undefined;

const nowhere: Recovery = {
  pending: () => false,
  begin() {},
  end() {},
  subscribe: () => () => {},
};

function recoveryOfThisTab(): Recovery {
  if (openedAt === undefined) return nowhere;
  ofThisTab ??= recoveryAt(openedAt);
  return ofThisTab;
}

/**
 * True when the visitor came to set a new password and has not yet, also after a reload; and how to
 * leave the password as it is. Tabs tell each other of a recovery: one whose user is at work
 * (`inside`) is left in peace.
 *
 * @param followed the recovery that the application follows itself
 */
export function useRecovery(
  { auth }: GateClient,
  inside: boolean,
  followed: Recovery | undefined,
): Recovery & { readonly isPending: boolean } {
  const { recovering } = useUser();
  const recovery = followed ?? recoveryOfThisTab();
  const isPending = useSyncExternalStore(
    recovery.subscribe,
    recovery.pending,
    followed?.pending ?? nowhere.pending,
  );
  const working = useRef(inside);
  const own = followed ? undefined : recovery;

  useEffect(() => {
    working.current = inside;
  }, [inside]);

  useEffect(() => {
    if (!own) return;
    const { data } = auth.onAuthStateChange((event) => {
      if (event === "PASSWORD_RECOVERY" && !working.current) own.begin();
      if (event === "USER_UPDATED" || event === "SIGNED_OUT") own.end();
    });
    return () => data.subscription.unsubscribe();
  }, [auth, own]);

  // The provider may have heard of it before this did.
  useEffect(() => {
    if (recovering && !working.current) own?.begin();
  }, [recovering, own]);

  return { ...recovery, isPending };
}
