"use client";

import { type ReactNode, useRef } from "react";
import { useBrowserLayoutEffect } from "../browser-layout-effect.ts";

export interface StillProps {
  /** True while the user has to sign in again: `paused` of the gate. */
  paused: boolean;
  /** Default: the class of the kit's stylesheet, which makes it no box of its own. */
  className?: string;
  children?: ReactNode;
}

/**
 * Holds the application of a gate, and keeps it out of reach while it is paused. Show it all the
 * time: it is always the same element, or pausing would make a new one of everything inside.
 */
export function Still({ paused, className = "portico-application", children }: StillProps) {
  const element = useRef<HTMLDivElement>(null);

  useBrowserLayoutEffect(() => {
    const place = element.current;
    if (!place || !paused) return;
    const active = document.activeElement;
    const held = place.contains(active) && active instanceof HTMLElement ? active : undefined;
    // A property: React 18 knows no such attribute, and React 19 takes no empty one.
    place.inert = true;
    return () => {
      place.inert = false;
      held?.focus();
    };
  }, [paused]);

  return (
    <div ref={element} className={className} aria-hidden={paused || undefined}>
      {children}
    </div>
  );
}
