import type { RealtimeClient } from "@supabase/realtime-js";
import { useCallback } from "react";
import { useBackend } from "./backend.tsx";

/** Makes a client of the realtime wire for the person who is signed in; its code is a chunk of its own. */
export type LoadLiveClient = () => Promise<RealtimeClient>;

/** The function that makes it. */
export function useLiveClient(): LoadLiveClient {
  const { auth, configuration } = useBackend();
  return useCallback(async () => {
    const { RealtimeClient } = await import("@supabase/realtime-js");
    const url = `${configuration.url}/realtime/v1`.replace(/^http/, "ws");
    const client = new RealtimeClient(url, {
      params: { apikey: configuration.publishableKey },
      // Asked at each connection and heartbeat: the session's token, refreshed when it has run out.
      accessToken: async () => (await auth.getSession()).data.session?.access_token ?? null,
    });
    // A channel that is joined before its token is known is a stranger's.
    await client.setAuth();
    return client;
  }, [auth, configuration]);
}
