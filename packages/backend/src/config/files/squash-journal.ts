import { z } from "zod";
import type { ProjectFolder } from "../folder.ts";

/**
 * Says which migrations a squashed one replaces, while they are deleted. It counts from the moment when the squashed one
 * is in place, so that a command that is killed leaves either the old migrations or the new one.
 */
export const squashJournalFile = ".squash.json";

const schema = z.object({
  /** The file of the squashed migration, and its text. */
  into: z.string(),
  sql: z.string(),
  /** The files that it replaces. */
  replaced: z.array(z.string().regex(/^[0-9]+_[^/\\]*\.sql$/)),
});

/** A squash whose replaced migrations are not all deleted. */
export type SquashJournal = z.output<typeof schema>;

/** Returns the squash that was interrupted after the new migration was in place. */
export async function interruptedSquash(
  folder: ProjectFolder,
  migrations: string,
): Promise<SquashJournal | undefined> {
  const text = await folder.read(`${migrations}/${squashJournalFile}`);
  if (text === undefined) return undefined;
  const { data: journal } = schema.safeParse(parse(text));
  if (!journal || journal.replaced.includes(journal.into)) return undefined;
  const inPlace = await folder.read(`${migrations}/${journal.into}`);
  return inPlace === journal.sql ? journal : undefined;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
