import type { AuthSettings } from "@portico/react/plugins";
import type { Provider } from "@supabase/auth-js";
import { useEffect, useState } from "react";
import { useBackend } from "../data/backend.tsx";
import { providersIn } from "./providers.ts";

/** The backend's settings, as far as they are known. */
export interface Offer {
  /** Undefined when the backend did not answer in time. */
  readonly settings: AuthSettings | undefined;
  /** The social providers to show. */
  readonly providers: readonly Provider[];
}

const offerOf = (settings: AuthSettings | undefined): Offer => ({
  settings,
  providers: providersIn(settings),
});

/** The backend's settings: first those that the page's markup shows, if any; undefined until they are known. */
export function useOffer(): Offer | undefined {
  const { assumed, settings } = useBackend();
  const [known, setKnown] = useState(() => assumed && offerOf(assumed));
  useEffect(() => {
    void settings.then((told) => setKnown(offerOf(told ?? assumed)));
  }, [assumed, settings]);
  return known;
}
