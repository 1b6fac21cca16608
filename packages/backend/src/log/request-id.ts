import { AsyncLocalStorage } from "node:async_hooks";
import type { Log } from "./log.ts";

interface Served {
  readonly id: string;
  isOver: boolean;
}

const served = new AsyncLocalStorage<Served>();

/**
 * Does the work of a request, which has this id until `end` is called. Work that a request begins and that
 * outlives it, such as sending the messages of others, is not the request's.
 */
export function serveAs<Outcome>(id: string, work: (end: () => void) => Outcome): Outcome {
  const request: Served = { id, isOver: false };
  return served.run(request, work, () => {
    request.isOver = true;
  });
}

/** The id of the request that is served here; undefined where none is. */
export function currentRequestId(): string | undefined {
  const request = served.getStore();
  return request === undefined || request.isOver ? undefined : request.id;
}

/**
 * The log, with the request's id in each line that is written while one is served.
 *
 * @param traced the ids of the trace that a line belongs to, for the line
 */
export function withRequestIds(log: Log, traced: () => object | undefined = () => undefined): Log {
  const known = <Fields extends object>(fields: Fields): Fields => {
    const id = currentRequestId();
    return { ...(id !== undefined && { request_id: id }), ...traced(), ...fields };
  };
  return {
    error: (fields, message) => log.error(known(fields), message),
    warn: (fields, message) => log.warn(known(fields), message),
    info: (fields, message) => log.info(known(fields), message),
  };
}
