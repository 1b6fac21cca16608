"use client";

import { type ReactNode, useEffect, useState } from "react";

/** How long after it appeared a sentence is announced, in milliseconds: the focus speaks first. */
const breath = 200;

interface AnnouncedProps {
  /**
   * True when the user has just caused it. The text of a page that loads is read along with the page.
   */
  now: boolean | undefined;
  children: ReactNode;
}

/**
 * A sentence that comes along with another screen, told politely and once. Of a region that appears
 * with its text some browsers tell at once and some never; so it becomes one a moment later, when the
 * text comes into it anew.
 */
export function Announced({ now = false, children }: AnnouncedProps) {
  const [told, setTold] = useState(false);

  useEffect(() => {
    if (!now) return;
    const timer = setTimeout(() => setTold(true), breath);
    return () => clearTimeout(timer);
  }, [now]);

  return (
    <div role={told ? "status" : undefined}>
      <p key={String(told)} className="portico-text">
        {children}
      </p>
    </div>
  );
}
