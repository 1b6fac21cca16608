"use client";

import { createContext, type ReactNode, useContext } from "react";

/** What the extras say under what a form says, for screens that take the form's place. */
export const AfterContext = createContext<ReactNode>(undefined);

/** Stands under what a screen in the form's place says. */
export function After(): ReactNode {
  return useContext(AfterContext);
}
