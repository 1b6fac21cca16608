import { ConfigError } from "../config/config-error.ts";
import { onDisk } from "../config/disk.ts";
import { readEnvironment } from "../config/environment/environment.ts";
import { readS3Store, type S3StoreSettings } from "../config/environment/settings.ts";
import type { DatabasePlace } from "../database/place.ts";
import type { Database } from "../database/port.ts";
import { sql } from "../database/sql.ts";
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
  readonly database: DatabasePlace;
  /** The folder of the files, unless it is the default. */
  readonly files?: string | undefined;
  /** Whether to remove files that no row refers to. */
  readonly removesStrays?: boolean | undefined;
}

/** The row of a younger file may not have been written yet. */
const graceMs = 60_000;

/** How many names a message lists. */
const maxListed = 10;

/** Compares the rows of objects with the files that hold their content. */
export async function examineFiles(
  database: Database,
  patient: FilesToExamine,
): Promise<Finding[]> {
  try {
    const store = await storeOf(patient);
    try {
      return await compare(database, store, await store.list(), patient);
    } finally {
      store.close();
    }
  } catch (error) {
    const finding = findingOf(error);
    if (!finding) throw error;
    return [finding];
  }
}

function findingOf(error: unknown): Finding | undefined {
  if (error instanceof StorageError) {
    return wrong(
      `The store of the files does not answer (${error.message}).`,
      "Look at STORAGE_S3_BUCKET, STORAGE_S3_ENDPOINT and the credentials.",
    );
  }
  return error instanceof ConfigError
    ? wrong(error.message, "Files wait until this is put right.")
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

async function storeOf({ directory, env, database, files }: FilesToExamine): Promise<Store> {
  const folder = filesFolder(files, database, directory);
  const settings = readS3Store(await readEnvironment(onDisk(directory), env));
  if (settings && files === undefined) return s3StoreOf(settings, folder);
  return {
    name: folder,
    list: () => listDirectory(folder),
    remove: async (versions) => (await openDirectory(folder)).remove(versions),
    close: () => {},
  };
}

async function s3StoreOf(settings: S3StoreSettings, folder: string): Promise<Store> {
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

async function compare(
  database: Database,
  store: Store,
  { files, unfinished: unfinishedFiles }: Awaited<ReturnType<Store["list"]>>,
  patient: FilesToExamine,
): Promise<Finding[]> {
  const rows = await rowsOf(database);
  const referenced = new Set(rows.map(({ version }) => version));
  const isLive = "url" in patient.database;
  const strays = files.filter(
    ({ version, modified }) =>
      !referenced.has(version) && !(isLive && Date.now() - modified.getTime() < graceMs),
  );
  const existing = new Set(files.map(({ version }) => version));
  const suspects = rows.filter(({ version }) => version === null || !existing.has(version));
  // If the server is running, an object may have been deleted since the files were listed.
  const missing = isLive && suspects.length > 0 ? await reread(database, suspects) : suspects;
  return [
    ...missingFiles(missing, store),
    ...(await strayFiles(strays, files, store, patient)),
    ...unfinished(unfinishedFiles),
  ];
}

/** Returns the rows of objects and of the parts of S3 multipart uploads. */
async function rowsOf(database: Database): Promise<readonly Row[]> {
  const { rows } = await database.query<Row>(sql`
    select bucket_id as bucket, name, version from storage.objects
    union all
    select bucket_id, key, version from storage.s3_multipart_uploads_parts`);
  return rows;
}

async function reread(database: Database, suspects: readonly Row[]): Promise<readonly Row[]> {
  await new Promise((resolve) => setTimeout(resolve, 1000));
  const key = ({ bucket, name, version }: Row) => JSON.stringify([bucket, name, version]);
  const current = new Set((await rowsOf(database)).map(key));
  return suspects.filter((row) => current.has(key(row)));
}

function missingFiles(missing: readonly Row[], { name: location }: Store): Finding[] {
  if (missing.length === 0) return [];
  const names = missing.map(({ bucket, name }) => `${bucket}/${name}`);
  const [subject, verb] =
    missing.length === 1 ? ["1 object", "has"] : [`${missing.length} objects`, "have"];
  return [
    wrong(
      `${subject} ${verb} no file in ${location}, so nobody can download what they name: ${formatNames(names)}.`,
      "Bring the files back from a backup of that place, upload them again, or remove the objects " +
        "(supabase.storage.from(bucket).remove([name])).",
    ),
  ];
}

async function strayFiles(
  strays: readonly ListedFile[],
  files: readonly ListedFile[],
  store: Store,
  { removesStrays }: FilesToExamine,
): Promise<Finding[]> {
  if (strays.length === 0) return [];
  const versions = strays.map(({ version }) => version);
  const label = `${count(strays.length, "file")} (${sizeOf(strays)}) in ${store.name}`;
  if (strays.length === files.length && files.length > 1) {
    return [
      wrong(
        `None of the ${label} belongs to an object of this database.`,
        "Look whether it is the right database for these files; nothing is removed.",
      ),
    ];
  }
  if (removesStrays) {
    await store.remove(versions);
    return [
      doubtful(
        `${label} had no row, and ${strays.length === 1 ? "is" : "are"} removed.`,
        "Nothing is left to do.",
      ),
    ];
  }
  return [
    doubtful(
      `${label} ${strays.length === 1 ? "has" : "have"} no row: a process was killed before it wrote one, or rows ` +
        `went without their files. They take space, and nothing else: ${formatNames(versions)}.`,
      "portico doctor --remove-strays removes them, once there is a backup.",
    ),
  ];
}

function unfinished(begun: readonly ListedFile[]): Finding[] {
  if (begun.length === 0) return [];
  const oldest = new Date(Math.min(...begun.map(({ modified }) => modified.getTime())));
  return [
    doubtful(
      `${count(begun.length, "upload")} (${sizeOf(begun)}) ${begun.length === 1 ? "is" : "are"} unfinished, ` +
        `the oldest since ${oldest.toISOString()}.`,
      "portico start removes what is over; a resumable upload may go on for a day.",
    ),
  ];
}

const count = (number: number, label: string) => `${number} ${label}${number === 1 ? "" : "s"}`;

function formatNames(names: readonly string[]): string {
  const rest = names.length - maxListed;
  return names.slice(0, maxListed).join(", ") + (rest > 0 ? ` and ${rest} more` : "");
}

function sizeOf(files: readonly ListedFile[]): string {
  const size = files.reduce((sum, file) => sum + file.size, 0);
  return size < 100_000 ? `${size} bytes` : `${(size / 1_000_000).toFixed(1)} MB`;
}
