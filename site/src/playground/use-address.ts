import { useCallback, useSyncExternalStore } from "react";
import { type State, searchOf, stateOf, withValue } from "./state.ts";

const listeners = new Set<() => void>();

function subscribe(listener: () => void) {
  listeners.add(listener);
  addEventListener("popstate", listener);
  return () => {
    listeners.delete(listener);
    removeEventListener("popstate", listener);
  };
}

/**
 * Keeps the state in the address. The browser's Back button undoes a choice, or all typing in a field at once.
 */
export function useAddress(): [State, (key: string, value: string) => void, () => void] {
  const search = useSyncExternalStore(subscribe, () => location.search);
  const go = useCallback((state: State, typed: string | undefined) => {
    const address = `${location.pathname}${searchOf(state)}`;
    if (typed && history.state?.typed === typed) history.replaceState({ typed }, "", address);
    else history.pushState({ typed }, "", address);
    for (const listener of listeners) listener();
  }, []);
  const setValue = useCallback(
    (key: string, value: string) => {
      const field = document.activeElement;
      const isTyped = field instanceof HTMLTextAreaElement || field?.matches("[type=text]");
      go(withValue(stateOf(location.search), key, value), isTyped ? key : undefined);
    },
    [go],
  );
  const reset = useCallback(() => go({}, undefined), [go]);
  return [stateOf(search), setValue, reset];
}
