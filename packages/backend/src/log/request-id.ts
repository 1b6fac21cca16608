import { AsyncLocalStorage } from "node:async_hooks";
import type { Log } from "./log.ts";

interface ActiveRequest {
  readonly id: string;
  hasEnded: boolean;
}

const activeRequest = new AsyncLocalStorage<ActiveRequest>();

/**
 * Runs `work` with this request id until `end` is called. Work that outlives its request, such as sending queued
 * messages, loses the id.
 */
export function runWithRequestId<Outcome>(id: string, work: (end: () => void) => Outcome): Outcome {
  const request: ActiveRequest = { id, hasEnded: false };
  return activeRequest.run(request, work, () => {
    request.hasEnded = true;
  });
}

/** Returns the id of the current request, or undefined outside of requests. */
export function currentRequestId(): string | undefined {
  const request = activeRequest.getStore();
  return request === undefined || request.hasEnded ? undefined : request.id;
}

/**
 * Returns a log that adds the id of the current request to each line.
 *
 * @param traceIds returns the ids of the current trace
 */
export function withRequestIds(
  log: Log,
  traceIds: () => object | undefined = () => undefined,
): Log {
  const withIds = <Fields extends object>(fields: Fields): Fields => {
    const id = currentRequestId();
    return { ...(id !== undefined && { request_id: id }), ...traceIds(), ...fields };
  };
  return {
    error: (fields, message) => log.error(withIds(fields), message),
    warn: (fields, message) => log.warn(withIds(fields), message),
    info: (fields, message) => log.info(withIds(fields), message),
  };
}
