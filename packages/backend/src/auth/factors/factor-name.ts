import { badRequest, unprocessable } from "../errors.ts";
import type { Factor } from "../users/factors.ts";

/** The names are indexed, and an index cannot hold long values. */
const maxNameLength = 255;

/** @throws {AuthError} 400 when the name is too long */
export function refuseLongName(name: string): void {
  if (name.length <= maxNameLength) return;
  throw badRequest(
    "validation_failed",
    `friendly_name must be ${maxNameLength} characters or less`,
  );
}

/** @throws {AuthError} 422 when another factor of the user has this name */
export function refuseTakenName(factors: readonly Factor[], name: string): void {
  if (!factors.some(({ friendly_name }) => (friendly_name ?? "") === name)) return;
  throw unprocessable(
    "mfa_factor_name_conflict",
    `A factor with the friendly name ${JSON.stringify(name)} for this user already exists`,
  );
}
