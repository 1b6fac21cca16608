"use client";

import { useEffect, useRef } from "react";
import type { AuthUiClient } from "../client.ts";
import { recordSession } from "../session/last-session.ts";

/**
 * Calls the function when the user signs in, with a code in this tab or with a link in any tab. Ignores a guest's
 * session.
 */
export function useSessionStart(auth: AuthUiClient["auth"], onStart: () => void): void {
  const latestOnStart = useRef(onStart);
  useEffect(() => {
    latestOnStart.current = onStart;
  });
  useEffect(() => {
    const { data } = auth.onAuthStateChange((_, session) => {
      if (!session || session.user.is_anonymous) return;
      recordSession(session);
      latestOnStart.current();
    });
    return () => data.subscription.unsubscribe();
  }, [auth]);
}
