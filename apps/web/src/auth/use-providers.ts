import type { Provider } from "@supabase/auth-js";
import { useEffect, useState } from "react";
import { useBackend } from "../data/backend.tsx";

/** The social providers that the backend offers; undefined until it has said so. */
export function useProviders(): readonly Provider[] | undefined {
  const { providers } = useBackend();
  const [known, setKnown] = useState<readonly Provider[]>();
  useEffect(() => {
    void providers.then(setKnown);
  }, [providers]);
  return known;
}
