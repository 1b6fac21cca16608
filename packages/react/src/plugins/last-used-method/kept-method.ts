"use client";

import { createContext, useState } from "react";
import { useBrowserLayoutEffect } from "../../browser-layout-effect.ts";
import { readStored, store } from "../../storage.ts";

/** The key of the method's name. Nothing of the person is kept. */
const key = "portico.last-used";

/** Keeps the name of a sign-in method. */
export function keepMethod(name: string): void {
  store("localStorage", key, name);
}

/** Keeps a method that leaves the page before its outcome is known; does nothing without `lastUsedMethod`. */
export const KeepMethodContext = /* @__PURE__ */ createContext<(name: string) => void>(() => {});

/**
 * The sign-in method that was used before this form appeared. A server knows none, and the first render in the
 * browser is as the server's.
 */
export function useLastMethod(): string | undefined {
  const [last, setLast] = useState<string>();
  useBrowserLayoutEffect(() => setLast(readStored("localStorage", key)), []);
  return last;
}
