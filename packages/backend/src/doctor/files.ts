import { ConfigError } from "../config/config-error.ts";
import { onDisk } from "../config/disk.ts";
import { readEnvironment } from "../config/environment/environment.ts";
import { readS3Store, type S3StoreSettings } from "../config/environment/settings.ts";
import type { DatabaseLocation } from "../database/location.ts";
import type { Database } from "../database/port.ts";
import { sql } from "../database/sql.ts";
import { formatCount } from "../format-count.ts";
import { StorageError } from "../storage/errors.ts";
import { openDirectory } from "../storage/files/directory.ts";
import { filesFolder } from "../storage/files/folder.ts";
import { type ListedFile, listDirectory, listUnfinished } from "../storage/files/listing.ts";
import { openS3Store } from "../storage/files/s3.ts";
import { doubtful, type Finding, wrong } from "./finding.ts";

/** A database, and the store with the content of its files. */
export interface FilesToExamine {
  /** The project folder. */
  readonly directory: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly database: DatabaseLocation;
  /** The folder of the files, unless it is the default. */
  readonly files?: string | undefined;
  /** Whether to remove files that no row refers to. */
  readonly removesUnreferenced?: boolean | undefined;
}

/** Younger files are ignored, because their rows may not have been written yet. */
const minAgeMs = 60_000;

/** The maximum number of names that a message lists. */
const maxListed = 10;

/** Compares the rows of objects with the files that hold their content. */
export async function examineFiles(
  database: Database,
  options: FilesToExamine,
): Promise<Finding[]> {
  try {
    const store = await openStore(options);
    try {
      return await compareFiles(database, store, await store.list(), options);
    } finally {
      store.close();
    }
  } catch (error) {
    const finding = toFinding(error);
    if (!finding) throw error;
    return [finding];
  }
}

function toFinding(error: unknown): Finding | undefined {
  if (error instanceof StorageError) {
    return wrong(
      `The store of the files does not respond (${error.message}).`,
      "Check STORAGE_S3_BUCKET, STORAGE_S3_ENDPOINT and the credentials.",
    );
  }
  return error instanceof ConfigError
    ? wrong(error.message, "Files cannot be read or written until this is corrected.")
    : undefined;
}

interface Store {
  /** The location of the files, for messages. */
  readonly name: string;
  list(): Promise<{
    readonly files: readonly ListedFile[];
    readonly unfinished: readonly ListedFile[];
  }>;
  remove(versions: readonly string[]): Promise<void>;
  close(): void;
}

async function openStore({ directory, env, database, files }: FilesToExamine): Promise<Store> {
  const folder = filesFolder(files, database, directory);
  const settings = readS3Store(await readEnvironment(onDisk(directory), env));
  if (settings && files === undefined) return openS3(settings, folder);
  return {
    name: folder,
    list: () => listDirectory(folder),
    remove: async (versions) => (await openDirectory(folder)).remove(versions),
    close: () => {},
  };
}

async function openS3(settings: S3StoreSettings, folder: string): Promise<Store> {
  const store = await openS3Store(settings);
  return {
    name: `s3://${settings.bucket}/${settings.prefix}`,
    list: async () => ({ files: await store.list(), unfinished: await listUnfinished(folder) }),
    remove: (versions) => store.remove(versions),
    close: () => store.close(),
  };
}

interface Row {
  readonly bucket: string;
  readonly name: string;
  readonly version: string | null;
}

async function compareFiles(
  database: Database,
  store: Store,
  { files, unfinished: unfinishedUploads }: Awaited<ReturnType<Store["list"]>>,
  options: FilesToExamine,
): Promise<Finding[]> {
  const rows = await readRows(database);
  const referenced = new Set(rows.map(({ version }) => version));
  const isServerRunning = "url" in options.database;
  const unreferenced = files.filter(
    ({ version, modified }) =>
      !referenced.has(version) && !(isServerRunning && Date.now() - modified.getTime() < minAgeMs),
  );
  const existing = new Set(files.map(({ version }) => version));
  const missingCandidates = rows.filter(
    ({ version }) => version === null || !existing.has(version),
  );
  // Check the missing rows again: while the server runs, an object can be deleted after the files were listed.
  const missingRows =
    isServerRunning && missingCandidates.length > 0
      ? await keepExistingRows(database, missingCandidates)
      : missingCandidates;
  return [
    ...reportMissing(missingRows, store),
    ...(await reportUnreferenced(unreferenced, files, store, options)),
    ...reportUnfinished(unfinishedUploads),
  ];
}

/** Returns the rows for objects and for the parts of S3 multipart uploads. */
async function readRows(database: Database): Promise<readonly Row[]> {
  const { rows } = await database.query<Row>(sql`
    select bucket_id as bucket, name, version from storage.objects
    union all
    select bucket_id, key, version from storage.s3_multipart_uploads_parts`);
  return rows;
}

async function keepExistingRows(
  database: Database,
  missingCandidates: readonly Row[],
): Promise<readonly Row[]> {
  await new Promise((resolve) => setTimeout(resolve, 1000));
  const key = ({ bucket, name, version }: Row) => JSON.stringify([bucket, name, version]);
  const current = new Set((await readRows(database)).map(key));
  return missingCandidates.filter((row) => current.has(key(row)));
}

function reportMissing(missingRows: readonly Row[], { name: location }: Store): Finding[] {
  if (missingRows.length === 0) return [];
  const names = missingRows.map(({ bucket, name }) => `${bucket}/${name}`);
  const [subject, verb] =
    missingRows.length === 1 ? ["1 object", "has"] : [`${missingRows.length} objects`, "have"];
  return [
    wrong(
      `${subject} ${verb} no file in ${location}, so downloads of them fail: ${formatNames(names)}.`,
      "Restore the files from a backup, upload them again, or remove the objects " +
        "(supabase.storage.from(bucket).remove([name])).",
    ),
  ];
}

async function reportUnreferenced(
  unreferenced: readonly ListedFile[],
  files: readonly ListedFile[],
  store: Store,
  { removesUnreferenced }: FilesToExamine,
): Promise<Finding[]> {
  if (unreferenced.length === 0) return [];
  const versions = unreferenced.map(({ version }) => version);
  const description = `${formatCount(unreferenced.length, "file")} (${formatSize(unreferenced)}) in ${store.name}`;
  if (unreferenced.length === files.length && files.length > 1) {
    return [
      wrong(
        `None of the ${description} belongs to an object of this database.`,
        "Check whether this is the right database for these files. Nothing was removed.",
      ),
    ];
  }
  if (removesUnreferenced) {
    await store.remove(versions);
    return [
      doubtful(
        `${description} had no row, and ${unreferenced.length === 1 ? "is" : "are"} removed.`,
        "There is nothing more to do.",
      ),
    ];
  }
  return [
    doubtful(
      `${description} ${unreferenced.length === 1 ? "has" : "have"} no row: a process was killed before it wrote one, or rows ` +
        `were deleted without their files. They only take space: ${formatNames(versions)}.`,
      "Make a backup, and remove them: portico doctor --remove-strays",
    ),
  ];
}

function reportUnfinished(unfinishedUploads: readonly ListedFile[]): Finding[] {
  if (unfinishedUploads.length === 0) return [];
  const oldest = new Date(Math.min(...unfinishedUploads.map(({ modified }) => modified.getTime())));
  return [
    doubtful(
      `${formatCount(unfinishedUploads.length, "upload")} (${formatSize(unfinishedUploads)}) ${unfinishedUploads.length === 1 ? "is" : "are"} unfinished, ` +
        `the oldest since ${oldest.toISOString()}.`,
      "portico start removes expired uploads. A resumable upload can be continued for a day.",
    ),
  ];
}

function formatNames(names: readonly string[]): string {
  const remainingCount = names.length - maxListed;
  return (
    names.slice(0, maxListed).join(", ") + (remainingCount > 0 ? ` and ${remainingCount} more` : "")
  );
}

function formatSize(files: readonly ListedFile[]): string {
  const size = files.reduce((sum, file) => sum + file.size, 0);
  return size < 100_000 ? `${size} bytes` : `${(size / 1_000_000).toFixed(1)} MB`;
}
