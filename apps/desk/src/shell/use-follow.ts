import { useEffect, useRef, useState } from "react";

const retryMs = 2_000;

/**
 * Reads a list that continues at a position, again and again, until it is paused or the tab is hidden. Both functions
 * must keep their identity.
 *
 * @param read answers when there is something newer, or after some seconds
 * @param take gets each answer, and whether it continues the one before: another process counts from the start
 * @returns why the last call failed
 */
export function useFollow<Answer extends { readonly next: string }>(
  isPaused: boolean,
  read: (position: string | undefined, signal: AbortSignal) => Promise<Answer>,
  take: (answer: Answer, isSame: boolean) => void,
): Error | null {
  const [error, setError] = useState<Error | null>(null);
  const position = useRef<string | undefined>(undefined);
  const isVisible = useIsVisible();
  useEffect(() => {
    if (isPaused || !isVisible) return;
    const controller = new AbortController();
    void follow(controller.signal);
    return () => controller.abort();

    async function follow(signal: AbortSignal) {
      while (!signal.aborted) {
        try {
          const answer = await read(position.current, signal);
          if (signal.aborted) return;
          const isSame = position.current?.split(".")[0] === answer.next.split(".")[0];
          position.current = answer.next;
          take(answer, isSame);
          setError(null);
        } catch (failure) {
          if (signal.aborted) return;
          setError(failure as Error);
          await new Promise((resolve) => setTimeout(resolve, retryMs));
        }
      }
    }
  }, [isPaused, isVisible, read, take]);
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
