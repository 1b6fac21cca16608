import { useCallback, useState } from "react";
import { getRequests, type RecordedRequest } from "../api/requests.ts";
import { useFollow } from "../shell/use-follow.ts";

/** The server keeps this many requests, too. */
const maxRequests = 1_000;

export interface RequestsState {
  /** Newest first. */
  readonly requests: readonly RecordedRequest[];
  readonly isLoaded: boolean;
  readonly error: Error | null;
}

const empty: Omit<RequestsState, "error"> = { requests: [], isLoaded: false };

/** Returns the recent requests. Follows new ones unless `isPaused` is set or the tab is hidden. */
export function useRequests(isPaused: boolean): RequestsState {
  const [state, setState] = useState(empty);
  const take = useCallback(
    ({ requests }: Awaited<ReturnType<typeof getRequests>>, isSame: boolean) =>
      setState((previous) => ({
        requests: merge(isSame ? previous.requests : [], requests),
        isLoaded: true,
      })),
    [],
  );
  const error = useFollow(isPaused, getRequests, take);
  return { ...state, error };
}

function merge(
  previous: readonly RecordedRequest[],
  changed: readonly RecordedRequest[],
): readonly RecordedRequest[] {
  if (changed.length === 0) return previous;
  const all = new Map([...previous, ...changed].map((request) => [request.id, request]));
  return [...all.values()].sort((one, other) => other.id - one.id).slice(0, maxRequests);
}
