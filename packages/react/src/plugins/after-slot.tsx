"use client";

import { createContext, type ReactNode, useContext } from "react";

/** The `After` parts of the plugins, for screens that take the form's place. */
export const AfterContext = createContext<ReactNode>(undefined);

/** The `After` parts of the plugins, under the message of a screen. */
export function After(): ReactNode {
  return useContext(AfterContext);
}
