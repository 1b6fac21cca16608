import { z } from "zod";
import type { Database } from "../database/port.ts";
import { sql } from "../database/sql.ts";
import { ownVersion } from "../own-version.ts";
import { BackupError } from "./backup-error.ts";

/** The state of the archive's format; a change that an older restore would misread counts it up. */
const currentFormat = 1;

const schema = z.object({
  format: z.number(),
  /** The release of Portico that made it. */
  portico: z.string(),
  /** The version of PostgreSQL that the files are of, such as `18.6`. */
  postgres: z.string(),
  /** As ISO 8601 has it. */
  date: z.string(),
  /** The place of the files' content, where that is not in the archive. */
  filesElsewhere: z.string().optional(),
});

/** The first entry of a backup: what it is, and what can restore it. */
export type Manifest = z.output<typeof schema>;

export const manifestName = "manifest.json";

/** @param filesElsewhere the S3 store that keeps the content of files, if one does */
export async function manifestOf(
  database: Database,
  filesElsewhere: string | undefined,
): Promise<Manifest> {
  return {
    format: currentFormat,
    portico: ownVersion(),
    postgres: await versionOf(database),
    date: new Date().toISOString(),
    ...(filesElsewhere !== undefined && { filesElsewhere }),
  };
}

export async function versionOf(database: Database): Promise<string> {
  const { rows } = await database.query<{ version: string }>(
    sql`select split_part(current_setting('server_version'), ' ', 1) as version`,
  );
  return rows[0]?.version ?? "";
}

/** PostgreSQL reads the files of its own major version alone. */
export const majorOf = (version: string): string => version.replace(/\..*/, "");

/** @throws {BackupError} for what is no manifest, or one of a newer format */
export function parseManifest(file: string, text: string): Manifest {
  const { data } = schema.safeParse(jsonOf(text));
  if (!data) throw new BackupError(`${file} is no backup of Portico.`);
  if (data.format <= currentFormat) return data;
  throw new BackupError(
    `${file} was made by Portico ${data.portico}, whose backups this release cannot read. Restore it with that release or a later one.`,
  );
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
