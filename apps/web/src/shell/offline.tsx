import { useSyncExternalStore } from "react";
import { useTexts } from "../i18n/translations.tsx";
import { CloudOffIcon } from "../icons/icons.tsx";

function subscribe(listener: () => void) {
  addEventListener("online", listener);
  addEventListener("offline", listener);
  return () => {
    removeEventListener("online", listener);
    removeEventListener("offline", listener);
  };
}

/** Returns whether the browser reports a network connection. */
export function useOnline(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
}

/** A banner while the browser is offline. */
export function OfflineBanner() {
  const texts = useTexts();
  const isOnline = useOnline();
  return (
    <div role="status" className="offline-region">
      {!isOnline && (
        <p className="offline">
          <CloudOffIcon />
          {texts.offline.text}
        </p>
      )}
    </div>
  );
}
