"use client";

import { useEffect, useState } from "react";
import type { AuthUiClient } from "../client.ts";
import { addressOf } from "../settings/address.ts";
import { fetchSettings } from "../settings/fetch-settings.ts";
import { watchContrast } from "./contrast.ts";
import type { Finding } from "./finding.ts";
import { watchPage } from "./page.ts";
import { lookAtArrival, watchDepartures } from "./redirects.ts";
import { lookAtSettings, watchRequests } from "./requests.ts";

export interface DoctorOptions {
  /** The client that the form uses. */
  supabaseClient: AuthUiClient;
  /** The social providers that the application shows. */
  providers?: readonly string[];
  /**
   * Where the auth server is, such as `https://xyz.supabase.co/auth/v1`. Default: where the client
   * asks.
   */
  url?: string;
}

/** Where the page was opened: the client takes what an auth server adds out of the address. */
const opened = typeof location === "undefined" ? "" : location.href;

/** The findings in their order. Each is also written to the console. */
export function useFindings({ supabaseClient, providers, url }: DoctorOptions): readonly Finding[] {
  const [findings, setFindings] = useState<readonly Finding[]>([]);
  const shown = providers?.join(" ") ?? "";

  useEffect(() => {
    const told = new Set<string>();
    const tell = (finding: Finding) => {
      if (told.has(finding.id)) return;
      told.add(finding.id);
      console.warn(`Portico doctor: ${finding.cause} ${finding.fix}`);
      setFindings((before) => (told.size === 1 ? [finding] : [...before, finding]));
    };
    const found = addressOf(supabaseClient);
    const address = url ? { url, apiKey: found?.apiKey } : found;
    const stops = [watchPage(tell), watchContrast(tell)];
    lookAtArrival(opened, tell);
    if (address) {
      stops.push(watchRequests(address.url, tell), watchDepartures(address.url));
      void fetchSettings(address).then(
        (settings) => settings && lookAtSettings(settings, shown ? shown.split(" ") : [], tell),
      );
    }
    return () => {
      for (const stop of stops) stop();
    };
  }, [supabaseClient, shown, url]);

  return findings;
}
