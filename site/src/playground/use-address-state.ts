import { useCallback, useSyncExternalStore } from "react";
import { formatState, parseState, type State, withValue } from "./state.ts";

const listeners = new Set<() => void>();

function subscribe(listener: () => void) {
  listeners.add(listener);
  addEventListener("popstate", listener);
  return () => {
    listeners.delete(listener);
    removeEventListener("popstate", listener);
  };
}

/** Stores the state in the URL's query. The browser's Back button undoes a choice, or all typing in a field at once. */
export function useAddressState(): [State, (key: string, value: string) => void, () => void] {
  const search = useSyncExternalStore(subscribe, () => location.search);
  const replaceState = useCallback((state: State, typedKey: string | undefined) => {
    const address = `${location.pathname}${formatState(state)}`;
    if (typedKey && history.state?.typed === typedKey)
      history.replaceState({ typed: typedKey }, "", address);
    else history.pushState({ typed: typedKey }, "", address);
    for (const listener of listeners) listener();
  }, []);
  const setValue = useCallback(
    (key: string, value: string) => {
      const field = document.activeElement;
      const isTyped = field instanceof HTMLTextAreaElement || field?.matches("[type=text]");
      replaceState(withValue(parseState(location.search), key, value), isTyped ? key : undefined);
    },
    [replaceState],
  );
  const reset = useCallback(() => replaceState({}, undefined), [replaceState]);
  return [parseState(search), setValue, reset];
}
