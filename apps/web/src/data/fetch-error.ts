/**
 * Thrown when a request got no response: the connection failed, was reset, or timed out. The data client reports it as
 * `FetchError: <message>` with status 0, because it prefixes a thrown error with its `name`.
 */
export class FetchError extends Error {
  override readonly name = "FetchError";
}

/** How long to wait for a response. */
export const timeoutMs = 20_000;

/** Null body statuses: a `Response` with one of them must not have a body (Fetch §2.2.3). */
const nullBodyStatuses = new Set([204, 205, 304]);

/**
 * Wraps `fetch` so that every network failure is a {@link FetchError}. Browsers throw a `TypeError` with their own
 * message, and some failures only happen while the body is read, after `fetch` has resolved; so the wrapper reads the
 * body. A request that its caller aborted still rejects with the caller's reason.
 */
export function withFetchErrors(fetchImpl: typeof fetch): typeof fetch {
  return async (input, init) => {
    const callerSignal = init?.signal ?? null;
    const timeout = AbortSignal.timeout(timeoutMs);
    const signal = callerSignal ? AbortSignal.any([callerSignal, timeout]) : timeout;
    try {
      const response = await fetchImpl(input, { ...init, signal });
      if (nullBodyStatuses.has(response.status)) return response;
      return new Response(await response.arrayBuffer(), response);
    } catch (cause) {
      if (callerSignal?.aborted) throw cause;
      if (timeout.aborted) throw new FetchError("The server took too long to answer", { cause });
      throw new FetchError(cause instanceof Error ? cause.message : String(cause), { cause });
    }
  };
}
