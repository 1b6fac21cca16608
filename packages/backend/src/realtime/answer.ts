import type { Context } from "hono";
import { AcquisitionTimeout, DatabaseError, DatabaseUnavailable } from "../database/errors.ts";
import { clientGoneStatus, isClientGone } from "../http/body/client-gone.ts";
import type { Log } from "../log/log.ts";
import {
  connectionPoolTooSmall,
  databaseUnavailable,
  databaseUnreachable,
  internalError,
  queryCanceled,
  RealtimeError,
  readForbidden,
} from "./errors.ts";

/** Returns the HTTP response for an error that an endpoint has thrown. */
export function toResponse(error: unknown, c: Context, log: Log): Response {
  if (isClientGone(error)) return new Response(null, { status: clientGoneStatus });
  const realtimeError = toHttpError(error);
  if (realtimeError.status === 500) {
    log.error({ err: error }, "a request to the realtime wire failed");
  }
  return c.json(realtimeError.body(), realtimeError.status as 400);
}

function toHttpError(error: unknown): RealtimeError {
  if (error instanceof RealtimeError) return error;
  return error instanceof DatabaseUnavailable ? databaseUnavailable() : internalError();
}

/** Returns the error to send to a channel's client, or undefined for an internal failure. */
export function toChannelError(error: unknown, topic: string): RealtimeError | undefined {
  if (error instanceof RealtimeError) return error;
  if (error instanceof DatabaseError) {
    // A policy that throws denies access.
    return error.code === queryCanceledState ? queryCanceled() : readForbidden(topic);
  }
  if (error instanceof AcquisitionTimeout) return connectionPoolTooSmall();
  if (error instanceof DatabaseUnavailable) return databaseUnreachable();
  return undefined;
}

/** PostgreSQL's SQLSTATE `query_canceled`. */
const queryCanceledState = "57014";
