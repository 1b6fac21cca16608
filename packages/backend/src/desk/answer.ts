import type { Context } from "hono";
import { AuthError } from "../auth/errors.ts";
import { DatabaseError, DatabaseUnavailable, TooManyWaiting } from "../database/errors.ts";
import { BodyTooLarge } from "../http/body/body.ts";
import type { Log } from "../log/log.ts";
import {
  bodyTooLarge,
  busy,
  DeskError,
  fromDatabaseError,
  unavailable,
  unexpected,
} from "./errors.ts";

/** Returns the HTTP response for an error. */
export function toResponse(error: unknown, c: Context, log?: Log): Response {
  const expectedError = toDeskError(error);
  if (!expectedError) log?.error({ err: error }, "a request of the desk failed");
  const deskError = expectedError ?? unexpected();
  return c.json(deskError.body(), deskError.status as 400);
}

function toDeskError(error: unknown): DeskError | undefined {
  if (error instanceof DeskError) return error;
  if (error instanceof AuthError && error.status < 500) {
    return new DeskError(error.status, error.code, error.message);
  }
  if (error instanceof DatabaseError) return fromDatabaseError(error);
  if (error instanceof TooManyWaiting) return busy();
  // If an error occurs while a result is read, the connection closes too, so the error arrives as the cause of this
  // one.
  if (error instanceof DatabaseUnavailable) {
    return error.cause instanceof DeskError ? error.cause : unavailable();
  }
  if (error instanceof BodyTooLarge) return bodyTooLarge(error.limit);
  return undefined;
}
