"use client";

import { type ReactNode, useEffect, useState } from "react";

/** The delay of the announcement, so that screen readers read the newly focused element first. */
const announcementDelayMs = 200;

interface AnnouncementProps {
  /**
   * Whether the user's action caused the message. If it is part of the loaded page, screen readers read it with the
   * page.
   */
  isAnnounced: boolean | undefined;
  children: ReactNode;
}

/**
 * Renders a text that appears together with another screen, and announces it once. Some browsers do not announce a live
 * region that appears with its text, so the element becomes a live region a moment later, and its text is inserted
 * again.
 */
export function Announcement({ isAnnounced = false, children }: AnnouncementProps) {
  const [isLive, setIsLive] = useState(false);

  useEffect(() => {
    if (!isAnnounced) return;
    const timer = setTimeout(() => setIsLive(true), announcementDelayMs);
    return () => clearTimeout(timer);
  }, [isAnnounced]);

  return (
    <div role={isLive ? "status" : undefined}>
      <p key={String(isLive)} className="portico-text">
        {children}
      </p>
    </div>
  );
}
