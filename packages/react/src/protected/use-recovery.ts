"use client";

import { useEffect, useRef, useSyncExternalStore } from "react";
import { createRecovery, type Recovery, type RecoveryStore } from "../session/recovery.ts";
import { useUser } from "../session/user-context.tsx";
import type { GateClient } from "./client.ts";

/** The address of the page when this module was loaded. The client removes its tokens from the address later. */
const openedUrl = typeof location === "undefined" ? undefined : location.href;

/** The recovery of this tab, for gates without a `recovery` option. */
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
 * Returns whether the visitor came to set a new password and has not done so yet, also after a reload, and how to keep
 * the current password.
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

  // The context may have received the event before this effect subscribed.
  useEffect(() => {
    if (recovering && !isWorking.current) tabRecovery?.begin();
  }, [recovering, tabRecovery]);

  return { isPending, end };
}
