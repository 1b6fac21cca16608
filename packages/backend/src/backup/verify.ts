import { rm } from "node:fs/promises";
import { hasDatabase, openPglite } from "../database/pglite/pglite.ts";
import { postgisModule } from "../database/pglite/postgis.ts";
import type { Database } from "../database/port.ts";
import { identifier, sql } from "../database/sql.ts";
import { makeDirectory } from "../private-directory.ts";
import { BackupError } from "./backup-error.ts";
import { unpackArchive } from "./unpack.ts";

/** The number of users, rows and files in a backup. */
export interface BackupSummary {
  readonly users: number;
  readonly tables: number;
  readonly rows: number;
  readonly files: number;
  /** The total size of the stored files in bytes. */
  readonly size: number;
  /** The number of objects whose content is missing in the backup. */
  readonly missing: number;
}

/**
 * Opens the database of an archive in a folder beside it, as a restore does, and reads all its data, so that PostgreSQL
 * verifies the checksum of every page.
 *
 * @throws {BackupError}
 */
export async function verifyArchive(archive: string): Promise<BackupSummary> {
  const directory = `${archive}.opened`;
  try {
    // A killed process may have left this folder, so empty it.
    await rm(directory, { recursive: true, force: true });
    await makeDirectory(directory);
    const files = new FileList();
    const { filesElsewhere } = await unpackArchive(archive, {
      directory,
      onFile: (version, size) => files.add(version, size),
    });
    return await verifyDatabase(directory, filesElsewhere === undefined ? files : undefined);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** A compact list of file versions with sixteen bytes each, because there may be millions. */
export class FileList {
  #bytes = Buffer.alloc(idBytes * 1024);
  count = 0;
  /** The total size in bytes. */
  size = 0;

  add(version: string, size: number): void {
    if (this.#bytes.length === this.count * idBytes) {
      this.#bytes = Buffer.concat([this.#bytes, Buffer.alloc(this.#bytes.length)]);
    }
    this.#bytes.write(version.replaceAll("-", ""), this.count * idBytes, "hex");
    this.count += 1;
    this.size += size;
  }

  /** Yields the versions as hexadecimal digits, a thousand at a time. */
  *hexVersions(): Generator<string[]> {
    for (let firstIndex = 0; firstIndex < this.count; firstIndex += 1000) {
      const length = Math.min(1000, this.count - firstIndex);
      yield Array.from({ length }, (_, index) => {
        const start = (firstIndex + index) * idBytes;
        return this.#bytes.toString("hex", start, start + idBytes);
      });
    }
  }
}

const idBytes = 16;

/**
 * Opens an unpacked database, which recovers it from the write-ahead log, and reads all its data.
 *
 * @param directory the folder that contains `database`
 * @param files the files in the backup; undefined if they are stored elsewhere
 * @throws {BackupError}
 */
export async function verifyDatabase(
  directory: string,
  files: FileList | undefined,
): Promise<BackupSummary> {
  // Opening an empty folder would create a new database, so check first.
  if (!hasDatabase(directory)) throw new BackupError("The backup contains no database.");
  let database: Database | undefined;
  try {
    database = await openPglite({ directory, postgis: postgisModule() !== undefined });
    return { ...(await countRows(database)), ...(await compareFiles(database, files)) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new BackupError(`The database of the backup cannot be read: ${reason}`, {
      cause: error,
    });
  } finally {
    await database?.close();
  }
}

async function countRows(
  database: Database,
): Promise<Pick<BackupSummary, "users" | "tables" | "rows">> {
  const { rows: tables } = await database.query<{ schema: string; name: string }>(sql`
    select nspname as schema, relname as name from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where relkind = 'r' or relkind = 'm' and relispopulated`);
  let [rows, users, tableCount] = [0, 0, 0];
  for (const { schema, name } of tables) {
    const countResult = await database.query<{ count: number }>(
      sql`select count(*)::float8 as count from ${identifier(schema, name)}`,
    );
    const rowCount = countResult.rows[0]?.count ?? 0;
    if (schema === "pg_catalog" || schema === "information_schema") continue;
    if (schema === "auth" && name === "users") users = rowCount;
    tableCount += 1;
    rows += rowCount;
  }
  return { users, tables: tableCount, rows };
}

async function compareFiles(
  database: Database,
  files: FileList | undefined,
): Promise<Pick<BackupSummary, "files" | "size" | "missing">> {
  if (!files) return { files: 0, size: 0, missing: 0 };
  await database.query(sql`create temporary table files_of_backup (version text primary key)`);
  for (const hexVersions of files.hexVersions()) {
    await database.query(
      sql`insert into files_of_backup select unnest(${hexVersions}::text[]) on conflict do nothing`,
    );
  }
  const { rows } = await database.query<{ missing: number }>(sql`
    select count(*)::float8 as missing from (
      select version from storage.objects union all
      select version from storage.s3_multipart_uploads_parts) as named
    where version is not null
      and replace(lower(version), '-', '') not in (select version from files_of_backup)`);
  return { files: files.count, size: files.size, missing: rows[0]?.missing ?? 0 };
}
