import { DatabaseUnavailable } from "../../database/port.ts";
import { failure } from "../errors.ts";

/**
 * What an administrator is told of a change that the database refused, for whatever reason: that of
 * a taken address too, as in the reference. The reason is for the log.
 *
 * @throws {AuthError} 500
 */
export function refusedBy(message: string): (error: unknown) => never {
  return (error) => {
    throw error instanceof DatabaseUnavailable ? error : failure(message, error);
  };
}
