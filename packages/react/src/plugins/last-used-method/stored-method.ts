"use client";

import { createContext, useState } from "react";
import { useBrowserLayoutEffect } from "../../browser-layout-effect.ts";
import { readStorage, writeStorage } from "../../storage.ts";
import type { EmailView } from "../check-email/email-view.ts";

/** The storage key of the method's name. No personal data is stored. */
const storageKey = "portico.last-used";

/** Stores the name of a sign-in method. */
export function storeMethod(name: string): void {
  writeStorage("localStorage", storageKey, name);
}

/** Returns the sign-in method of a user who followed a message. Recovery counts as sign-in with a password. */
export function methodOfMessage(view: EmailView): string {
  return view === "forgotten_password" ? "sign_in" : view;
}

/** Provides plugins with a function that stores their method. Without `lastUsedMethod` it does nothing. */
export const StoreMethodContext = /* @__PURE__ */ createContext<(name: string) => void>(() => {});

/**
 * Returns the sign-in method that was used before this form was mounted, or undefined on a server and in the first
 * render.
 */
export function useLastMethod(): string | undefined {
  const [lastMethod, setLastMethod] = useState<string>();
  useBrowserLayoutEffect(() => setLastMethod(readStorage("localStorage", storageKey)), []);
  return lastMethod;
}
