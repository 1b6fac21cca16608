import { useCallback, useSyncExternalStore } from "react";
import { type State, saying, searchOf, stateOf } from "./state.ts";

const changed = new Set<() => void>();

function subscribe(listener: () => void) {
  changed.add(listener);
  addEventListener("popstate", listener);
  return () => {
    changed.delete(listener);
    removeEventListener("popstate", listener);
  };
}

/**
 * The state that the address keeps. A choice is a step that the browser's Back button takes back; what is
 * typed is one step, however many letters it has.
 */
export function useAddress(): [State, (key: string, value: string) => void, () => void] {
  const search = useSyncExternalStore(subscribe, () => location.search);
  const go = useCallback((state: State, typed: string | undefined) => {
    const address = `${location.pathname}${searchOf(state)}`;
    if (typed && history.state?.typed === typed) history.replaceState({ typed }, "", address);
    else history.pushState({ typed }, "", address);
    for (const listener of changed) listener();
  }, []);
  const say = useCallback(
    (key: string, value: string) => {
      const field = document.activeElement;
      const isTyped = field instanceof HTMLTextAreaElement || field?.matches("[type=text]");
      go(saying(stateOf(location.search), key, value), isTyped ? key : undefined);
    },
    [go],
  );
  const reset = useCallback(() => go({}, undefined), [go]);
  return [stateOf(search), say, reset];
}
