"use client";

import { useEffect, useRef, useSyncExternalStore } from "react";
import { createRecovery, type Recovery, type RecoveryStore } from "../session/recovery.ts";
import { useUser } from "../session/user-context.tsx";
import type { GateClient } from "./client.ts";

/** The page's address when this module was loaded. The client later removes its tokens from the address. */
const openedUrl = typeof location === "undefined" ? undefined : location.href;

/** This tab's recovery, for gates without a `recovery` option. */
let recoveryOfTab: RecoveryStore | undefined;

const notPending = () => false;

/** The recovery on a server, which has neither a tab nor an address. */
const serverRecovery: RecoveryStore = {
  pending: notPending,
  begin() {},
  end() {},
  subscribe: () => () => {},
  receive() {},
};

function ownRecovery(): RecoveryStore {
  if (openedUrl === undefined) return serverRecovery;
  recoveryOfTab ??= createRecovery(openedUrl);
  return recoveryOfTab;
}

/**
 * Returns whether the visitor still has to set a new password, even after a reload, and a function that keeps the
 * current one.
 *
 * @param isInside whether the gate shows the application
 * @param followedRecovery the recovery that the application follows itself
 */
export function useRecovery(
  { auth }: GateClient,
  isInside: boolean,
  followedRecovery: Recovery | undefined,
): Pick<Recovery, "end"> & { readonly isPending: boolean } {
  const { recovering } = useUser();
  const tabRecovery = followedRecovery ? undefined : ownRecovery();
  const { pending, subscribe, end } = followedRecovery ?? tabRecovery ?? serverRecovery;
  const isPending = useSyncExternalStore(
    subscribe,
    pending,
    followedRecovery ? pending : notPending,
  );
  const isWorking = useRef(isInside);

  useEffect(() => {
    isWorking.current = isInside;
  }, [isInside]);

  useEffect(() => {
    if (!tabRecovery) return;
    const { data } = auth.onAuthStateChange((event) =>
      tabRecovery.receive(event, isWorking.current),
    );
    return () => data.subscription.unsubscribe();
  }, [auth, tabRecovery]);

  // The session context may have received the recovery event before the effect above subscribed.
  useEffect(() => {
    if (recovering && !isWorking.current) tabRecovery?.begin();
  }, [recovering, tabRecovery]);

  return { isPending, end };
}
