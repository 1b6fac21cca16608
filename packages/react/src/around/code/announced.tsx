"use client";

import { type ReactNode, useEffect, useState } from "react";

/** How long after it appeared a text is announced, in milliseconds: the focus speaks first. */
const breath = 200;

interface AnnouncedProps {
  /** Whether somebody has just caused it: what a page has when it loads is read along with it. */
  now: boolean | undefined;
  className?: string;
  children: ReactNode;
}

/**
 * A text that comes along with a change of the screen, and is told politely, once. A region that
 * appears with its text is not announced, so that the text comes into it once more a moment later.
 */
export function Announced({ now = false, className, children }: AnnouncedProps) {
  const [told, setTold] = useState(false);

  useEffect(() => {
    if (!now) return;
    const timer = setTimeout(() => setTold(true), breath);
    return () => clearTimeout(timer);
  }, [now]);

  return (
    <div role="status">
      <div key={String(told)} className={className}>
        {children}
      </div>
    </div>
  );
}
