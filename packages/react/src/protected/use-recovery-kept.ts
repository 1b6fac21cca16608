"use client";

import { useEffect, useRef, useSyncExternalStore } from "react";
import { useUser } from "../session/user-context.tsx";
import type { GateClient } from "./client.ts";

/** Kept in the tab, so that a reload shows the form for the new password again. */
const key = "portico.recovering";

/**
 * Whether a link to reset the password brought the visitor here: read before the client takes its
 * tokens out of the address, and tells of the session before it tells of the recovery.
 */
const cameToRecover =
  typeof location !== "undefined" && /[#&]type=recovery(&|$)/.test(location.hash);

const listeners = new Set<() => void>();
let remembered: boolean | undefined;

function read(): boolean {
  remembered ??= cameToRecover || stored();
  return remembered;
}

function remember(recovering: boolean): void {
  const changed = read() !== recovering;
  remembered = recovering;
  try {
    if (recovering) sessionStorage.setItem(key, "");
    else sessionStorage.removeItem(key);
  } catch {
    // A browser that keeps nothing forgets it on reload.
  }
  if (changed) for (const listener of listeners) listener();
}

function stored(): boolean {
  try {
    return sessionStorage.getItem(key) !== null;
  } catch {
    return false;
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/**
 * Whether somebody came to set a new password and has not yet, also after a reload; and how to leave
 * the password as it is. Tabs tell each other of a recovery: one in which somebody works already
 * (`inside`) is left in peace.
 */
export function useRecoveryKept(
  { auth }: GateClient,
  inside: boolean,
): readonly [boolean, () => void] {
  const { recovering } = useUser();
  const kept = useSyncExternalStore(subscribe, read, () => false);
  const working = useRef(inside);

  useEffect(() => {
    working.current = inside;
  }, [inside]);

  useEffect(() => {
    if (read()) remember(true);
    const { data } = auth.onAuthStateChange((event) => {
      if (event === "PASSWORD_RECOVERY" && !working.current) remember(true);
      if (event === "USER_UPDATED" || event === "SIGNED_OUT") remember(false);
    });
    return () => data.subscription.unsubscribe();
  }, [auth]);

  // The provider may have heard of it before this did.
  useEffect(() => {
    if (recovering && !working.current) remember(true);
  }, [recovering]);

  return [kept, leave];
}

const leave = () => remember(false);
