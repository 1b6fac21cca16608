/**
 * The answer to a request never arrived: no connection, a refused or reset one, or none in time.
 * The data client reports it as `FetchError: <message>` with status 0, since it names a thrown
 * error by its `name`.
 */
export class FetchError extends Error {
  override readonly name = "FetchError";
}

/** How long to wait for an answer, in milliseconds. */
export const patience = 20_000;

/** Statuses whose answers have no body, so that a `Response` must not be given one (Fetch §2.2.3). */
const bodyless = new Set([204, 205, 304]);

/**
 * A `fetch` whose every network failure is a {@link FetchError}. Browsers throw a `TypeError` with
 * words of their own, and some failures only happen while the body is read, out of reach of whoever
 * called `fetch`; so the body is read here. A request that its caller aborted still rejects with
 * the caller's reason: nothing failed.
 */
export function namingFailures(send: typeof fetch): typeof fetch {
  return async (input, init) => {
    const caller = init?.signal ?? null;
    const clock = AbortSignal.timeout(patience);
    const signal = caller ? AbortSignal.any([caller, clock]) : clock;
    try {
      const answer = await send(input, { ...init, signal });
      if (bodyless.has(answer.status)) return answer;
      return new Response(await answer.arrayBuffer(), answer);
    } catch (cause) {
      if (caller?.aborted) throw cause;
      if (clock.aborted) throw new FetchError("The server took too long to answer", { cause });
      throw new FetchError(cause instanceof Error ? cause.message : String(cause), { cause });
    }
  };
}
