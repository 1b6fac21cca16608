"use client";

import type { OAuthGrant } from "@supabase/auth-js";
import { useCallback, useEffect, useState } from "react";
import type { Change } from "../form/use-change.ts";
import { template } from "../i18n/words.ts";
import { type AccountContext, useAccount, useAccountChange } from "./account.tsx";

/** An application that the user has authorized. */
export interface AuthorizedApplication {
  /** The id of the OAuth client. */
  readonly id: string;
  /** The application's registered name, or a placeholder text. */
  readonly name: string;
  /** When the user authorized it, in ISO 8601. */
  readonly grantedAt: string;
}

/** The authorized applications and the actions on them, for your own markup. */
export interface Applications extends Change, Pick<AccountContext, "words"> {
  /** Undefined until the server has responded, and always undefined if its OAuth server is disabled. */
  readonly applications: readonly AuthorizedApplication[] | undefined;
  /** Removes the access of an application, and ends its sessions. */
  revoke(application: AuthorizedApplication): Promise<void>;
}

/** Lists the applications that the user has authorized (OAuth 2.1), and removes their access. */
export function useApplications(): Applications {
  const { auth, user, words: texts } = useAccount();
  const change = useAccountChange();
  const [loaded, setLoaded] = useState<{ userId: string; grants: readonly OAuthGrant[] }>();
  // Clients before auth-js 2.86 do not have `oauth.listGrants`.
  const api: Partial<typeof auth.oauth> | undefined = auth.oauth;
  const userId = user.id;

  const load = useCallback(async () => {
    const response = await api?.listGrants?.().catch(() => undefined);
    // A server whose OAuth server is disabled responds with an error. Then there is nothing to show.
    if (response?.data) setLoaded({ userId, grants: response.data });
  }, [api, userId]);

  useEffect(() => {
    void load();
  }, [load]);

  return {
    ...change,
    words: texts,
    applications:
      loaded?.userId === userId
        ? loaded.grants.map(({ client, granted_at }) => ({
            id: client.id,
            name: client.name || texts.applications.unnamed,
            grantedAt: granted_at,
          }))
        : undefined,
    revoke: ({ id, name }) =>
      change.run(id, async () => {
        const { error } = await auth.oauth.revokeGrant({ clientId: id });
        if (error) throw error;
        setLoaded(
          (current) =>
            current && {
              ...current,
              grants: current.grants.filter(({ client }) => client.id !== id),
            },
        );
        return template(texts.applications.revoked, { name });
      }),
  };
}
