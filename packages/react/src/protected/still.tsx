"use client";

import { type ReactNode, useRef } from "react";
import { useBrowserLayoutEffect } from "../browser-layout-effect.ts";

export interface StillProps {
  /** True while the user has to sign in again: `paused` of the gate. */
  paused: boolean;
  /** Default: the class of the kit's style sheet, which removes the element from the layout (`display: contents`). */
  className?: string;
  children?: ReactNode;
}

/**
 * Contains the application of a gate, and makes it inert while it is paused. Render it all the time: if the element
 * changed, React would remount the application.
 */
export function Still({ paused, className = "portico-application", children }: StillProps) {
  const element = useRef<HTMLDivElement>(null);

  useBrowserLayoutEffect(() => {
    const current = element.current;
    if (!current || !paused) return;
    const active = document.activeElement;
    const focused = current.contains(active) && active instanceof HTMLElement ? active : undefined;
    // Set as a property: React 18 does not know the attribute, and React 19 does not accept an empty one.
    current.inert = true;
    return () => {
      current.inert = false;
      focused?.focus();
    };
  }, [paused]);

  return (
    <div ref={element} className={className} aria-hidden={paused || undefined}>
      {children}
    </div>
  );
}
