"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import { notify } from "../form/notify.ts";
import type { Change } from "../form/use-change.ts";
import { template } from "../i18n/words.ts";
import { type AccountContext, useAccount, useAccountChange } from "./account.tsx";
import { deviceOf } from "./device-name.ts";
import type { SessionFunctions, SessionRow } from "./session-functions.ts";

export interface SessionsOptions {
  /**
   * Functions that list and end sessions, in your database. Create them once, outside of components.
   *
   * @example
   * const functions = sessionFunctions(supabase);
   */
  functions: SessionFunctions;
  /** Called after this device was signed out, so that the application can clear its data. */
  onSignedOut?: (() => void) | undefined;
}

/** One of the user's sessions. */
export interface AccountSession {
  readonly id: string;
  /** For example "Firefox on Windows". */
  readonly name: string;
  /** Whether this is the browser's own session. */
  readonly isCurrent: boolean;
  /** The IP address from which it was last used, if the server knows it. */
  readonly ip: string | undefined;
  /** When it was last used, in ISO 8601. Only refreshes update this, about once per hour. */
  readonly lastSeenAt: string;
  /** When the user signed in, in ISO 8601. */
  readonly createdAt: string;
}

/** The sessions and the actions on them, for your own markup. */
export interface Sessions extends Change, Pick<AccountContext, "words"> {
  /**
   * The session of this device, then the others, most recently used first. Undefined until the server has responded.
   */
  readonly sessions: readonly AccountSession[] | undefined;
  /** Ends a session. For this device it works like `SignOutSection`, for others it calls the database function. */
  end(session: AccountSession): Promise<void>;
}

/** Lists the user's sessions, and ends them. */
export function useSessions({ functions, onSignedOut }: SessionsOptions): Sessions {
  const { auth, user, words: texts } = useAccount();
  const change = useAccountChange();
  const [loaded, setLoaded] = useState<{ userId: string; rows: readonly SessionRow[] }>();
  const { run } = change;
  const userId = user.id;
  // An application may pass a new object in each render, which must not run the effect again.
  const latestFunctions = useRef(functions);
  useEffect(() => {
    latestFunctions.current = functions;
  });

  const load = useCallback(async () => {
    const rows = await latestFunctions.current.list();
    setLoaded({ userId, rows });
    return undefined;
  }, [userId]);

  useEffect(() => {
    void run("load", load);
  }, [run, load]);

  const { device, unknown } = texts.sessions;
  const nameOf = ({ user_agent }: SessionRow) => {
    const { browser, system } = deviceOf(user_agent);
    if (browser && system) return template(device, { browser, system });
    return browser ?? system ?? unknown;
  };

  return {
    ...change,
    words: texts,
    sessions:
      loaded?.userId === userId
        ? [...loaded.rows]
            .sort(
              (a, b) =>
                Number(b.is_current) - Number(a.is_current) ||
                Date.parse(b.last_seen_at) - Date.parse(a.last_seen_at),
            )
            .map((row) => ({
              id: row.id,
              name: nameOf(row),
              isCurrent: row.is_current,
              ip: row.ip ?? undefined,
              lastSeenAt: row.last_seen_at,
              createdAt: row.created_at,
            }))
        : undefined,
    end: ({ id, isCurrent, name }) =>
      run(id, async () => {
        if (isCurrent) {
          // The client removes the local session even if the request failed.
          await auth.signOut({ scope: "local" });
          notify(() => onSignedOut?.());
          return undefined;
        }
        await latestFunctions.current.end(id);
        await load();
        return template(texts.sessions.ended, { name });
      }),
  };
}
