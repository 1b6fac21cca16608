"use client";

import { createContext, type ReactNode, useContext } from "react";

/** Provides the plugins' `After` parts to screens that replace the form. */
export const AfterSlotContext = createContext<ReactNode>(undefined);

/** Renders the plugins' `After` parts below a screen's message. */
export function AfterSlot(): ReactNode {
  return useContext(AfterSlotContext);
}
