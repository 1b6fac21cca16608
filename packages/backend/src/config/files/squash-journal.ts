import { z } from "zod";
import type { ProjectFolder } from "../folder.ts";

/**
 * The file that records which migrations a squashed one replaces, until all of them are deleted. It only takes effect
 * once the squashed migration exists, so a killed command leaves either the old migrations or the new one.
 */
export const squashJournalFile = ".squash.json";

const schema = z.object({
  /** The file of the squashed migration, and its text. */
  into: z.string(),
  sql: z.string(),
  /** The migration files that the squashed one replaces. */
  replaced: z.array(z.string().regex(/^[0-9]+_[^/\\]*\.sql$/)),
});

/** A squash that has not deleted all replaced migrations yet. */
export type SquashJournal = z.output<typeof schema>;

/** Returns the journal of a squash that was interrupted after the new migration was written. */
export async function findInterruptedSquash(
  folder: ProjectFolder,
  migrations: string,
): Promise<SquashJournal | undefined> {
  const text = await folder.read(`${migrations}/${squashJournalFile}`);
  if (text === undefined) return undefined;
  const { data: journal } = schema.safeParse(parse(text));
  if (!journal || journal.replaced.includes(journal.into)) return undefined;
  const squashedSql = await folder.read(`${migrations}/${journal.into}`);
  return squashedSql === journal.sql ? journal : undefined;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
