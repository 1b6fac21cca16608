import { useCallback, useState } from "react";
import { getRequests, type RecordedRequest } from "../api/requests.ts";
import { useLongPolling } from "../shell/use-long-polling.ts";

/** The server keeps the same number of requests. */
const maxRequests = 1_000;

export interface RequestsState {
  /** The latest requests, the newest first. */
  readonly requests: readonly RecordedRequest[];
  readonly isLoaded: boolean;
  readonly error: Error | null;
}

const initialState: Omit<RequestsState, "error"> = { requests: [], isLoaded: false };

/** Returns the recent requests. Follows new ones unless `isPaused` is set or the tab is hidden. */
export function useRequests(isPaused: boolean): RequestsState {
  const [state, setState] = useState(initialState);
  const addRequests = useCallback(
    ({ requests }: Awaited<ReturnType<typeof getRequests>>, isContinuation: boolean) =>
      setState((previous) => ({
        requests: merge(isContinuation ? previous.requests : [], requests),
        isLoaded: true,
      })),
    [],
  );
  const error = useLongPolling(isPaused, getRequests, addRequests);
  return { ...state, error };
}

function merge(
  previous: readonly RecordedRequest[],
  updates: readonly RecordedRequest[],
): readonly RecordedRequest[] {
  if (updates.length === 0) return previous;
  const byId = new Map([...previous, ...updates].map((request) => [request.id, request]));
  return [...byId.values()].sort((a, b) => b.id - a.id).slice(0, maxRequests);
}
