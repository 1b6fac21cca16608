import { z } from "zod";
import type { Database } from "../database/port.ts";
import { sql } from "../database/sql.ts";
import { ownVersion } from "../own-version.ts";
import { BackupError } from "./backup-error.ts";

/** The version of the archive format. Increase it when an older release would misread archives of the new format. */
const currentFormat = 1;

const schema = z.object({
  format: z.number(),
  /** The release of Portico that made the backup. */
  portico: z.string(),
  /** The PostgreSQL version of the data files, such as `18.6`. */
  postgres: z.string(),
  /** When the backup was made (ISO 8601). */
  date: z.string(),
  /** The location of the files' content, if the archive does not contain it. */
  filesElsewhere: z.string().optional(),
});

/** The first entry of a backup, which describes it. */
export type Manifest = z.output<typeof schema>;

export const manifestName = "manifest.json";

/**
 * Describes a backup that is being made of a database.
 *
 * @param filesElsewhere the S3 store that holds the content of files, if there is one
 */
export async function createManifest(
  database: Database,
  filesElsewhere: string | undefined,
): Promise<Manifest> {
  return {
    format: currentFormat,
    portico: ownVersion(),
    postgres: await readPostgresVersion(database),
    date: new Date().toISOString(),
    ...(filesElsewhere !== undefined && { filesElsewhere }),
  };
}

export async function readPostgresVersion(database: Database): Promise<string> {
  const { rows } = await database.query<{ version: string }>(
    sql`select split_part(current_setting('server_version'), ' ', 1) as version`,
  );
  return rows[0]?.version ?? "";
}

/** Returns the major version. PostgreSQL can only read data files of its own major version. */
export const majorVersion = (version: string): string => version.replace(/\..*/, "");

/**
 * Parses a backup's manifest.
 *
 * @throws {BackupError} if the text is not a manifest, or has a newer format
 */
export function parseManifest(file: string, text: string): Manifest {
  const { data } = schema.safeParse(parseJson(text));
  if (!data) throw new BackupError(`${file} is not a Portico backup.`);
  if (data.format <= currentFormat) return data;
  throw new BackupError(
    `${file} was made by Portico ${data.portico}, whose backups this release cannot read. Restore it with that release or a later one.`,
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
