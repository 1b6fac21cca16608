import type { Context } from "hono";
import { AcquisitionTimeout, DatabaseError, DatabaseUnavailable } from "../database/port.ts";
import type { Log } from "../log/log.ts";
import {
  connectionPoolTooSmall,
  databaseUnreachable,
  queryCanceled,
  RealtimeError,
  readForbidden,
} from "./errors.ts";

/** Returns the HTTP response for an error that an endpoint has thrown. */
export function toResponse(error: unknown, c: Context, log: Log): Response {
  if (error instanceof RealtimeError) return c.json(error.body(), error.status as 400);
  if (error instanceof DatabaseUnavailable) {
    return c.json({ message: "Tenant database unavailable" }, 422);
  }
  log.error({ err: error }, "a request to the realtime wire failed");
  return c.json({ message: "Internal Server Error" }, 500);
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
