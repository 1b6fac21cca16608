import type { AuthSettings } from "@portico/react/around";
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

/** What the backend offers; undefined until that is known. */
export function useOffer(): Offer | undefined {
  const { settings } = useBackend();
  const [known, setKnown] = useState<Offer>();
  useEffect(() => {
    void settings.then((told) => setKnown({ settings: told, providers: providersIn(told) }));
  }, [settings]);
  return known;
}
