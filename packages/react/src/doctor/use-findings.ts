"use client";

import { useEffect, useState } from "react";
import type { AuthUiClient } from "../client.ts";
import { authAddressOf } from "../settings/address.ts";
import { fetchSettings } from "../settings/fetch-settings.ts";
import { watchContrast } from "./contrast.ts";
import type { Finding } from "./finding.ts";
import { watchPage } from "./page.ts";
import { checkRedirect, watchNavigation } from "./redirects.ts";
import { checkSettings, watchRequests } from "./requests.ts";

export interface DoctorOptions {
  /** The client that the form uses. */
  supabaseClient: AuthUiClient;
  /** The social providers that the application shows. */
  providers?: readonly string[];
  /** The URL of the auth server, such as `https://xyz.supabase.co/auth/v1`. Default: the client's. */
  url?: string;
}

/** The address at which the page was opened: the client removes the auth server's parameters later. */
const openedUrl = typeof location === "undefined" ? "" : location.href;

/** Returns the findings in the order in which they occurred. Each is also logged to the console. */
export function useFindings({ supabaseClient, providers, url }: DoctorOptions): readonly Finding[] {
  const [findings, setFindings] = useState<readonly Finding[]>([]);
  const providerNames = providers?.join(" ") ?? "";

  useEffect(() => {
    const reportedIds = new Set<string>();
    const report = (finding: Finding) => {
      if (reportedIds.has(finding.id)) return;
      reportedIds.add(finding.id);
      console.warn(`Portico doctor: ${finding.cause} ${finding.fix}`);
      setFindings((previous) => (reportedIds.size === 1 ? [finding] : [...previous, finding]));
    };
    const clientAddress = authAddressOf(supabaseClient);
    const address = url ? { url, apiKey: clientAddress?.apiKey } : clientAddress;
    const stopFunctions = [watchPage(report), watchContrast(report)];
    checkRedirect(openedUrl, report);
    if (address) {
      stopFunctions.push(watchRequests(address.url, report), watchNavigation(address.url));
      void fetchSettings(address).then(
        (settings) =>
          settings &&
          checkSettings(settings, providerNames ? providerNames.split(" ") : [], report),
      );
    }
    return () => {
      for (const stop of stopFunctions) stop();
    };
  }, [supabaseClient, providerNames, url]);

  return findings;
}
