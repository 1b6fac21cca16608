import { useEffect, useState } from "react";
import { useBackend } from "../data/backend.tsx";
import { useTexts } from "../i18n/translations.tsx";
import type { Flash } from "../shell/flash-message.tsx";

/** Returns a message for the page after a recovery: the new password is set. */
export function usePasswordUpdatedMessage(): Flash | undefined {
  const { recovery } = useBackend();
  const text = useTexts().passwordUpdated;
  const [isUpdated, setIsUpdated] = useState(false);
  useEffect(() => recovery.onPasswordSet(() => setIsUpdated(true)), [recovery]);
  return isUpdated ? { text, close: () => setIsUpdated(false) } : undefined;
}
