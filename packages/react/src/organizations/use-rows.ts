"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import type { Change } from "../form/use-change.ts";
import { useUser } from "../session/user-context.tsx";

/** The rows that a database function returns to the signed-in user. */
interface LoadedRows<Data> {
  /** Undefined until the server has responded. */
  readonly data: Data | undefined;
  reload(): Promise<void>;
}

/**
 * Loads rows for the signed-in user. Reloads them when the access token changes, because the token names the active
 * organization. A failure is shown as a failure of the change.
 *
 * @param key what the rows depend on besides the user; undefined to load nothing
 */
export function useRows<Data>(
  { run }: Change,
  key: string | undefined,
  load: () => Promise<Data>,
): LoadedRows<Data> {
  const { user, session } = useUser();
  const [loaded, setLoaded] = useState<{ key: string; data: Data }>();
  const fullKey = user && key !== undefined ? `${user.id} ${key}` : undefined;
  const latest = useRef({ load, fullKey });
  useEffect(() => {
    latest.current = { load, fullKey };
  });

  const reload = useCallback(async () => {
    const { load, fullKey } = latest.current;
    if (fullKey === undefined) return;
    const data = await load();
    // Ignore a late response, which is for another user or organization.
    if (latest.current.fullKey === fullKey) setLoaded({ key: fullKey, data });
  }, []);

  const token = session?.access_token;
  useEffect(() => {
    if (token === undefined || fullKey === undefined) return;
    reload().catch((error: unknown) => run("load", () => Promise.reject(error)));
  }, [token, fullKey, reload, run]);

  return { data: loaded?.key === fullKey ? loaded?.data : undefined, reload };
}
