import { dirname, join } from "node:path";
import type { FilesSource } from "../backup/create-archive.ts";
import { ConfigError } from "../config/config-error.ts";
import { readS3Store, type S3StoreSettings } from "../config/environment/settings.ts";
import type { Environment } from "../config/environment/variable-types.ts";
import { createTemporaryDirectory } from "../database/pglite/temporary-directory.ts";
import { makeDataDirectory } from "../private-directory.ts";
import { openDirectory } from "../storage/files/directory.ts";
import { filesFolder } from "../storage/files/folder.ts";
import { withHeldRemovals } from "../storage/files/holding.ts";
import type { FileStore } from "../storage/files/port.ts";
import { openS3Store } from "../storage/files/s3.ts";
import { openUnfinished, type UnfinishedUploads } from "../storage/files/unfinished.ts";
import type { ServerOptions } from "./options.ts";

/** The opened store for file contents. */
export interface OpenedFiles {
  readonly files: FileStore;
  /** The content of unfinished uploads. It is always on this machine. */
  readonly unfinished: UnfinishedUploads;
  /** The location as the greeting shows it; undefined if the files are removed when the server stops. */
  readonly location: string | undefined;
  /** The source from which a backup reads the files. */
  readonly source: FilesSource;
  readonly warnings: readonly string[];
  close(): Promise<void>;
}

/**
 * Opens the store for file contents: the S3 store that the environment names, or a directory beside the embedded
 * database. With a database in memory, the files are removed when the server stops.
 *
 * @throws {ConfigError}
 */
export async function openFiles(
  { storage, project, files }: ServerOptions,
  env: Environment,
): Promise<OpenedFiles> {
  if ("memory" in storage && files === undefined) {
    const { path, remove } = await createTemporaryDirectory();
    return { ...(await openLocal(path)), location: undefined, close: remove };
  }
  const s3 = readS3Store(env);
  if (s3 && files !== undefined) {
    throw new ConfigError(["--files and STORAGE_S3_BUCKET each say where files are: choose one."]);
  }
  const directory = filesFolder(files, storage, project);
  // Without --files, the folder is inside the data directory, so that directory has to exist.
  await makeDataDirectory(files ?? dirname(directory));
  if (s3) return { ...(await openS3(s3)), unfinished: await openUnfinishedIn(directory) };
  return { ...(await openLocal(directory)), location: directory, close: async () => {} };
}

async function openLocal(directory: string) {
  const files = withHeldRemovals(await openDirectory(directory));
  return {
    files,
    unfinished: await openUnfinishedIn(directory),
    source: { folder: directory, hold: files.hold },
    warnings: [],
  };
}

const openUnfinishedIn = (directory: string) => openUnfinished(join(directory, "unfinished"));

async function openS3(settings: S3StoreSettings): Promise<Omit<OpenedFiles, "unfinished">> {
  const { bucket, prefix, endpoint } = settings;
  const store = await openS3Store(settings);
  const reason = await store.check();
  const address = endpoint === undefined ? "" : ` at ${endpoint}`;
  const location = `s3://${bucket}/${prefix}${address}`;
  return {
    files: store,
    location,
    source: { elsewhere: location },
    warnings: reason
      ? [`the bucket "${bucket}"${address} cannot be used (${reason}); files wait for it`]
      : [],
    close: async () => store.close(),
  };
}
