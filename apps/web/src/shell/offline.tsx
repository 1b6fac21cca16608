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

/** True when the device has a network, as far as the browser knows. */
export function useOnline(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
}

/** Says that there is no network, for as long as there is none. */
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
