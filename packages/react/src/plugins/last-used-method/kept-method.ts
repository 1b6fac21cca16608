"use client";

import { createContext, useState } from "react";
import { useBrowserLayoutEffect } from "../../browser-layout-effect.ts";
import { readStored, store } from "../../storage.ts";
import type { SentView } from "../check-email/sent-view.ts";

/** The key of the method's name. Nothing of the person is kept. */
const key = "portico.last-used";

/** Keeps the name of a sign-in method. */
export function keepMethod(name: string): void {
  store("localStorage", key, name);
}

/** The method of somebody who came in by a message: the other two messages are about a password. */
export function methodOfMessage(view: SentView): string {
  return view === "forgotten_password" ? "sign_in" : view;
}

/** Keeps a method of which the form itself does not know; does nothing without `lastUsedMethod`. */
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
