import { DatabaseError, DatabaseUnavailable } from "../database/errors.ts";
import { frame, int32 } from "../database/sessions/frames.ts";

/** Messages that the port itself sends (https://www.postgresql.org/docs/18/protocol-message-formats.html). */

export const authenticationOk = frame("R", int32(0));
export const readyForQuery = frame("Z", Buffer.from("I"));

export const sync = frame("S", Buffer.alloc(0));

export const query = (text: string): Buffer => frame("Q", text);

export const parameterStatus = (name: string, value: string): Buffer => frame("S", name, value);

export const backendKey = (id: number, secret: number): Buffer =>
  frame("K", int32(id), int32(secret));

export const notification = (id: number, channel: string, payload: string): Buffer =>
  frame("A", int32(id), channel, payload);

/** Returns an ErrorResponse. FATAL means that the connection ends. */
export function errorResponse(
  severity: "ERROR" | "FATAL",
  { code, message, detail, hint }: Pick<DatabaseError, "code" | "message"> & Partial<DatabaseError>,
): Buffer {
  const fields = [
    ["S", severity],
    ["V", severity],
    ["C", code],
    ["M", message],
    ["D", detail],
    ["H", hint],
  ];
  const texts = fields.flatMap(([name, value]) => (value ? [`${name}${value}`] : []));
  return frame("E", ...texts, Buffer.of(0));
}

/** Returns an error that ends the connection. */
export function fatalError(code: string, message: string, hint?: string): DatabaseError {
  return new DatabaseError({ severity: "FATAL", code, message, hint });
}

/** Returns the message for the error that ends a connection. */
export function finalError(error: unknown): Buffer {
  if (error instanceof DatabaseError) return errorResponse("FATAL", error);
  if (error instanceof DatabaseUnavailable) {
    return errorResponse("FATAL", { code: "57P01", message: error.message });
  }
  return errorResponse("FATAL", { code: "XX000", message: "internal error" });
}
