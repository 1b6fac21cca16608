import type { RealtimeClient } from "@supabase/realtime-js";
import { useCallback } from "react";
import { useBackend } from "./backend.tsx";

/** Creates a realtime client for the signed-in user; its code is a separate chunk. */
export type LoadLiveClient = () => Promise<RealtimeClient>;

/** Returns a function that creates the realtime client. */
export function useLiveClient(): LoadLiveClient {
  const { auth, configuration } = useBackend();
  return useCallback(async () => {
    const { RealtimeClient } = await import("@supabase/realtime-js");
    const url = `${configuration.url}/realtime/v1`.replace(/^http/, "ws");
    const client = new RealtimeClient(url, {
      params: { apikey: configuration.publishableKey },
      // The client calls this function at each connection and heartbeat. getSession refreshes an expired token.
      accessToken: async () => (await auth.getSession()).data.session?.access_token ?? null,
    });
    // Without a token, a channel would join as an anonymous caller.
    await client.setAuth();
    return client;
  }, [auth, configuration]);
}
