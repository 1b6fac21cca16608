"use client";

import { useEffect, useRef } from "react";
import type { AuthUiClient } from "../client.ts";
import { noteSession } from "../session/last-session.ts";

/**
 * Calls the function when somebody is signed in, by whichever way they came: a code here, or a link in
 * this tab or another. A guest's session does not count.
 */
export function useSessionStart(auth: AuthUiClient["auth"], onStart: () => void): void {
  const latest = useRef(onStart);
  useEffect(() => {
    latest.current = onStart;
  });
  useEffect(() => {
    const { data } = auth.onAuthStateChange((_, session) => {
      if (!session || session.user.is_anonymous) return;
      noteSession(session);
      latest.current();
    });
    return () => data.subscription.unsubscribe();
  }, [auth]);
}
