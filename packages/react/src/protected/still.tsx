"use client";

import { type ReactNode, useRef } from "react";
import { useBrowserLayoutEffect } from "../browser-layout-effect.ts";

export interface StillProps {
  /** Whether the user has to sign in again: the gate's `paused`. */
  paused: boolean;
  /** The class of the element. Default: a class of the kit's style sheet that sets `display: contents`. */
  className?: string;
  children?: ReactNode;
}

/**
 * Wraps a gate's application, and makes it inert while it is paused. Always render this component: without its element,
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
    // Set the property rather than the attribute, which React 18 does not support, and which React 19 ignores if it is
    // empty.
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
