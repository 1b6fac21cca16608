"use client";

import { type ReactNode, useRef } from "react";
import { useBrowserLayoutEffect } from "../browser-layout-effect.ts";

export interface StillProps {
  /** True while the user has to sign in again: `paused` of the gate. */
  paused: boolean;
  /** The class of the element. Default: a class of the kit's style sheet that sets `display: contents`. */
  className?: string;
  children?: ReactNode;
}

/**
 * Wraps the application of a gate, and makes it inert while it is paused. Always render it: if the element changed,
 * React would remount the application.
 */
export function Still({ paused, className = "portico-application", children }: StillProps) {
  const element = useRef<HTMLDivElement>(null);

  useBrowserLayoutEffect(() => {
    const container = element.current;
    if (!container || !paused) return;
    const { activeElement } = document;
    const focusedElement =
      container.contains(activeElement) && activeElement instanceof HTMLElement
        ? activeElement
        : undefined;
    // Set the property, because React 18 does not know the attribute, and React 19 does not accept an empty one.
    container.inert = true;
    return () => {
      container.inert = false;
      focusedElement?.focus();
    };
  }, [paused]);

  return (
    <div ref={element} className={className} aria-hidden={paused || undefined}>
      {children}
    </div>
  );
}
