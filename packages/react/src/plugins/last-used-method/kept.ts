"use client";

import { createContext, useState } from "react";
import { useBrowserLayoutEffect } from "../../browser-layout-effect.ts";

/** Where the browser keeps it: the way's name, and nothing of whoever went it. */
const key = "portico.last-used";

/** Keeps the name of a way in. */
export function keepWay(way: string): void {
  try {
    localStorage.setItem(key, way);
  } catch {
    // A browser that keeps nothing marks nothing.
  }
}

/** Keeps a way that leaves the page before it is known what came of it; does nothing without `lastUsedMethod`. */
export const KeepContext = /* @__PURE__ */ createContext<(way: string) => void>(() => {});

function kept(): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

/**
 * The way in that was used before this form appeared. A server knows none, and the first render in the
 * browser is as the server's.
 */
export function useLastWay(): string | undefined {
  const [last, setLast] = useState<string>();
  useBrowserLayoutEffect(() => setLast(kept()), []);
  return last;
}
