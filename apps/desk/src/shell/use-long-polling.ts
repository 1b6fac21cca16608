import { useEffect, useRef, useState } from "react";

const retryMs = 2_000;

/**
 * Polls for the items of a list that follow a position. Stops while it is paused or the tab is hidden. Both functions
 * must keep their identity between renders.
 *
 * @param readPage resolves when there are newer items, or after some seconds without any
 * @param onPage receives each page, and whether it continues the previous one: a restarted server begins a new list
 * @returns the error of the last call
 */
export function useLongPolling<Page extends { readonly next: string }>(
  isPaused: boolean,
  readPage: (position: string | undefined, signal: AbortSignal) => Promise<Page>,
  onPage: (page: Page, isContinuation: boolean) => void,
): Error | null {
  const [error, setError] = useState<Error | null>(null);
  const position = useRef<string | undefined>(undefined);
  const isVisible = useIsVisible();
  useEffect(() => {
    if (isPaused || !isVisible) return;
    const controller = new AbortController();
    void poll(controller.signal);
    return () => controller.abort();

    async function poll(signal: AbortSignal) {
      while (!signal.aborted) {
        try {
          const page = await readPage(position.current, signal);
          if (signal.aborted) return;
          const isContinuation = position.current?.split(".")[0] === page.next.split(".")[0];
          position.current = page.next;
          onPage(page, isContinuation);
          setError(null);
        } catch (failure) {
          if (signal.aborted) return;
          setError(failure as Error);
          await new Promise((resolve) => setTimeout(resolve, retryMs));
        }
      }
    }
  }, [isPaused, isVisible, readPage, onPage]);
  return error;
}

function useIsVisible(): boolean {
  const [isVisible, setVisible] = useState(!document.hidden);
  useEffect(() => {
    const update = () => setVisible(!document.hidden);
    document.addEventListener("visibilitychange", update);
    return () => document.removeEventListener("visibilitychange", update);
  }, []);
  return isVisible;
}
