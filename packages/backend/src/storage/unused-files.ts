import { AcquisitionTimeout, DatabaseUnavailable } from "../database/port.ts";
import type { StorageContext } from "./context.ts";

/**
 * Removes content that no row refers to any longer. A failure is only logged, because the request has
 * succeeded; `portico doctor` finds the remaining files.
 */
export async function removeUnused(
  { files, log }: Pick<StorageContext, "files" | "log">,
  versions: readonly (string | null | undefined)[],
): Promise<void> {
  const named = versions.filter((version) => version !== null && version !== undefined);
  if (named.length === 0) return;
  try {
    await files.remove(named);
  } catch (err) {
    log.error({ err }, "files that nothing names are still there");
  }
}

/**
 * Removes new content whose row was not written. If the connection was lost during COMMIT, the row may exist.
 * Its content is kept in that case, because a row without content would be a lost file; `portico doctor`
 * finds it if it is unused.
 *
 * @param error the error of writing the row
 */
export async function removeRefused(
  context: Pick<StorageContext, "files" | "log">,
  version: string,
  error: unknown,
): Promise<void> {
  const cause = error instanceof Error ? error.cause : undefined;
  const isUnknown = cause instanceof DatabaseUnavailable && !(cause instanceof AcquisitionTimeout);
  if (!isUnknown) await removeUnused(context, [version]);
}
