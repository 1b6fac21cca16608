import type { AuthSettings } from "@portico/react/plugins";
import type { Provider } from "@supabase/auth-js";
import { useEffect, useState } from "react";
import { useBackend } from "../data/backend.tsx";
import { providersIn } from "./providers.ts";

/** What the backend offers. */
export interface Offer {
  /** What it said; undefined when it said nothing in time. */
  readonly settings: AuthSettings | undefined;
  /** The social providers to show. */
  readonly providers: readonly Provider[];
}

const offerOf = (settings: AuthSettings | undefined): Offer => ({
  settings,
  providers: providersIn(settings),
});

/** What the backend offers: first what the page shows already, if it does; undefined until it is known. */
export function useOffer(): Offer | undefined {
  const { assumed, settings } = useBackend();
  const [known, setKnown] = useState(() => assumed && offerOf(assumed));
  useEffect(() => {
    void settings.then((told) => setKnown(offerOf(told ?? assumed)));
  }, [assumed, settings]);
  return known;
}
