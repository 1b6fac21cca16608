import { useEffect, useState } from "react";
import { useBackend } from "../data/backend.tsx";
import { useWords } from "../i18n/vocabulary.tsx";
import type { News } from "../shell/news-line.tsx";

/**
 * That the new password is set, for somebody who came to set it and is now shown in: what they read
 * first on the page that follows.
 */
export function usePasswordNews(): News | undefined {
  const { recovery } = useBackend();
  const text = useWords().passwordUpdated;
  const [told, setTold] = useState(false);
  useEffect(() => recovery.onPasswordSet(() => setTold(true)), [recovery]);
  return told ? { text, close: () => setTold(false) } : undefined;
}
