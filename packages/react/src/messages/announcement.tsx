"use client";

import { type ReactNode, useEffect, useState } from "react";

/** The delay of the announcement: screen readers read the newly focused element first. */
const delayMs = 200;

interface AnnouncementProps {
  /** True if the user's action caused the message. The text of a page that is loading is read with the page. */
  now: boolean | undefined;
  children: ReactNode;
}

/**
 * Renders a text that appears together with another screen, and announces it once. Browsers differ in whether they
 * announce a live region that appears with its text; so the element becomes a live region a moment later, and its text
 * is inserted again.
 */
export function Announcement({ now = false, children }: AnnouncementProps) {
  const [isLive, setLive] = useState(false);

  useEffect(() => {
    if (!now) return;
    const timer = setTimeout(() => setLive(true), delayMs);
    return () => clearTimeout(timer);
  }, [now]);

  return (
    <div role={isLive ? "status" : undefined}>
      <p key={String(isLive)} className="portico-text">
        {children}
      </p>
    </div>
  );
}
