import { useSyncExternalStore } from "react";
import { useWords } from "../i18n/vocabulary.tsx";
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
  const words = useWords();
  const online = useOnline();
  return (
    <div role="status" className="offline-region">
      {!online && (
        <p className="offline">
          <CloudOffIcon />
          {words.offline.text}
        </p>
      )}
    </div>
  );
}
