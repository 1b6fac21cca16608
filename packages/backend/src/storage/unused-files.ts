import { AcquisitionTimeout, DatabaseUnavailable } from "../database/port.ts";
import type { Storage } from "./context.ts";

/**
 * Removes the content that no row names any more. The caller's work is done by then: a store that fails is
 * the log's business, and `portico doctor` finds what it has kept.
 */
export async function removeUnused(
  { files, log }: Pick<Storage, "files" | "log">,
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
 * Removes a new content whose row was not written. When the connection broke, the row may have been: its COMMIT is
 * carried out or not, and only the answer is lost. A row without its content would be a lost file, so the content
 * stays then, and `portico doctor` finds it if no row names it.
 *
 * @param error the reason why the row was not written, as far as is known
 */
export async function removeRefused(
  storage: Pick<Storage, "files" | "log">,
  version: string,
  error: unknown,
): Promise<void> {
  const cause = error instanceof Error ? error.cause : undefined;
  const isUnknown = cause instanceof DatabaseUnavailable && !(cause instanceof AcquisitionTimeout);
  if (!isUnknown) await removeUnused(storage, [version]);
}
