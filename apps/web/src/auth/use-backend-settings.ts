import type { AuthSettings } from "@portico/react/plugins";
import type { Provider } from "@supabase/auth-js";
import { useEffect, useState } from "react";
import { useBackend } from "../data/backend.tsx";
import { socialProvidersOf } from "./providers.ts";

/** The backend's settings, and the social providers that they enable. */
export interface BackendSettings {
  /** Undefined if the backend did not answer in time. */
  readonly settings: AuthSettings | undefined;
  /** The social providers to show. */
  readonly providers: readonly Provider[];
}

const withProviders = (settings: AuthSettings | undefined): BackendSettings => ({
  settings,
  providers: socialProvidersOf(settings),
});

/**
 * Returns the backend's settings; undefined until they have arrived. A prerendered page starts with the settings that
 * it was built with.
 */
export function useBackendSettings(): BackendSettings | undefined {
  const { prerenderedSettings, settings } = useBackend();
  const [current, setCurrent] = useState(
    () => prerenderedSettings && withProviders(prerenderedSettings),
  );
  useEffect(() => {
    void settings.then((fetched) => setCurrent(withProviders(fetched ?? prerenderedSettings)));
  }, [prerenderedSettings, settings]);
  return current;
}
