"use client";

import { createContext, useState } from "react";
import { useBrowserLayoutEffect } from "../../browser-layout-effect.ts";
import { readStored, store } from "../../storage.ts";
import type { SentView } from "../check-email/sent-view.ts";

/** The storage key of the method's name. No personal data are stored. */
const key = "portico.last-used";

/** Stores the name of a sign-in method. */
export function storeMethod(name: string): void {
  store("localStorage", key, name);
}

/** Returns the method of a user who signed in by a message: sign-up and recovery both lead to a password. */
export function methodOfMessage(view: SentView): string {
  return view === "forgotten_password" ? "sign_in" : view;
}

/** Stores a method that the form itself does not know. Does nothing without `lastUsedMethod`. */
export const StoreMethodContext = /* @__PURE__ */ createContext<(name: string) => void>(() => {});

/**
 * Returns the sign-in method that was used before this form was mounted. Undefined on a server and in the first render.
 */
export function useLastMethod(): string | undefined {
  const [last, setLast] = useState<string>();
  useBrowserLayoutEffect(() => setLast(readStored("localStorage", key)), []);
  return last;
}
