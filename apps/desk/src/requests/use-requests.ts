import { useEffect, useRef, useState } from "react";
import { getRequests, type RecordedRequest } from "../api/requests.ts";

/** The server keeps this many requests, too. */
const maxRequests = 1_000;
const retryMs = 2_000;

export interface RequestsState {
  /** Newest first. */
  readonly requests: readonly RecordedRequest[];
  readonly isLoaded: boolean;
  readonly error: Error | null;
}

const empty: RequestsState = { requests: [], isLoaded: false, error: null };

/** Returns the recent requests. Follows new ones unless `isPaused` is set or the tab is hidden. */
export function useRequests(isPaused: boolean): RequestsState {
  const [state, setState] = useState(empty);
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
          const { requests, next } = await getRequests(position.current, signal);
          if (signal.aborted) return;
          // The position starts with an id of the server's process. After a restart the ids of requests start again at
          // one.
          const isSame = position.current?.split(".")[0] === next.split(".")[0];
          position.current = next;
          setState((previous) => ({
            requests: merge(isSame ? previous.requests : [], requests),
            isLoaded: true,
            error: null,
          }));
        } catch (error) {
          if (signal.aborted) return;
          setState((previous) => ({ ...previous, error: error as Error }));
          await new Promise((resolve) => setTimeout(resolve, retryMs));
        }
      }
    }
  }, [isPaused, isVisible]);
  return state;
}

function merge(
  previous: readonly RecordedRequest[],
  changed: readonly RecordedRequest[],
): readonly RecordedRequest[] {
  if (changed.length === 0) return previous;
  const all = new Map([...previous, ...changed].map((request) => [request.id, request]));
  return [...all.values()].sort((one, other) => other.id - one.id).slice(0, maxRequests);
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
