"use client";

import { useEffect, useRef } from "react";
import type { AuthUiClient } from "../client.ts";
import { recordSession } from "../session/last-session.ts";

/**
 * Calls the function when the user signs in, whichever way: a code in this tab, or a link in this tab or another.
 * Ignores a guest's session.
 */
export function useSessionStart(auth: AuthUiClient["auth"], onStart: () => void): void {
  const latest = useRef(onStart);
  useEffect(() => {
    latest.current = onStart;
  });
  useEffect(() => {
    const { data } = auth.onAuthStateChange((_, session) => {
      if (!session || session.user.is_anonymous) return;
      recordSession(session);
      latest.current();
    });
    return () => data.subscription.unsubscribe();
  }, [auth]);
}
