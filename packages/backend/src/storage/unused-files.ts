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
