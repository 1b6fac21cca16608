"use client";

import { createContext, type ReactNode, useContext } from "react";

/** Provides the `After` parts of the plugins to screens that replace the form. */
export const AfterSlotContext = createContext<ReactNode>(undefined);

/** Renders the `After` parts of the plugins, below the message of a screen. */
export function AfterSlot(): ReactNode {
  return useContext(AfterSlotContext);
}
