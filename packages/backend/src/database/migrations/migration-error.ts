import type { Location } from "./explanation.ts";

/**
 * Thrown if PostgreSQL refuses a migration or seed.
 *
 * @example
 * ```ts
 * import { MigrationError } from "@portico/backend";
 *
 * export function report(error: unknown): void {
 *   if (error instanceof MigrationError) console.error(`The migration was undone. ${error.message}`);
 * }
 * ```
 */
export class MigrationError extends Error {
  override readonly name = "MigrationError";
  /** The position of the error in the file, if it is known. */
  readonly location: Location | undefined;

  constructor(
    message: string,
    { location, ...options }: ErrorOptions & { readonly location?: Location } = {},
  ) {
    super(message, options);
    this.location = location;
  }
}
