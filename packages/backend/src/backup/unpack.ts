import { createReadStream, createWriteStream } from "node:fs";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { makeDirectory } from "../private-directory.ts";
import { relativePathOf } from "../storage/files/directory.ts";
import { isUuid } from "../storage/names.ts";
import { BackupError, wrapFileError } from "./backup-error.ts";
import { type Manifest, manifestName, parseManifest } from "./manifest.ts";
import { type ArchiveEntry, entriesOf } from "./tar.ts";

/** Where the parts of a backup are unpacked. */
export interface Destination {
  /** The folder in which `database` is created. */
  readonly directory: string;
  /** The folder of the files. Without it, their content is read but not written. */
  readonly files?: string | undefined;
  /** Called with the version of each file. */
  readonly onFile?: ((version: string, size: number) => void) | undefined;
}

/**
 * Unpacks an archive. It is read to its end, where a checksum confirms that it is complete.
 *
 * @throws {BackupError}
 */
export async function unpackArchive(file: string, destination: Destination): Promise<Manifest> {
  let manifest: Manifest | undefined;
  const source = createReadStream(file);
  const gunzip = createGunzip();
  // If this fails, the loop below throws the error.
  const reading = pipeline(source, gunzip);
  reading.catch(() => {});
  try {
    for await (const entry of entriesOf(gunzip)) {
      if (manifest) {
        await unpack(entry, destination);
      } else {
        if (entry.path !== manifestName) throw new BackupError(`${file} is no backup of Portico.`);
        manifest = parseManifest(file, await textOf(entry));
      }
    }
    await reading;
  } catch (error) {
    throw toBackupError(file, error);
  } finally {
    source.destroy();
  }
  if (!manifest) throw new BackupError(`${file} is no backup of Portico.`);
  return manifest;
}

async function unpack(entry: ArchiveEntry, { directory, files, onFile }: Destination) {
  const { path, isFolder } = entry;
  const version = /^files\/\w\w\/([^/]+)$/.exec(path)?.[1] ?? "";
  if (isUuid(version)) {
    onFile?.(version, entry.size);
    return files === undefined ? undefined : write(entry, join(files, relativePathOf(version)));
  }
  // Each part of a path starts with a letter, a digit or an underscore, so none leads out of the directory.
  if (!/^database(\/\w[\w.-]*)*$/.test(path)) throw new Error(`${path} has no place in a project`);
  return isFolder ? makeDirectory(join(directory, path)) : write(entry, join(directory, path));
}

async function write({ content }: ArchiveEntry, path: string): Promise<void> {
  await makeDirectory(dirname(path));
  await pipeline(
    Readable.from(content, { objectMode: false }),
    createWriteStream(path, { flags: "wx", mode: 0o600 }),
  );
}

async function textOf({ content }: ArchiveEntry): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of content) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

/** Maps errors to {@link BackupError}. Errors of the content, such as zlib's, mean that the archive is damaged. */
function toBackupError(file: string, error: unknown): unknown {
  if (error instanceof BackupError) return error;
  const { path = file, syscall } = error as NodeJS.ErrnoException;
  const isOfFile = path === file && syscall !== "write";
  const wrapped = isOfFile
    ? wrapFileError(file, "read", error)
    : wrapFileError(`What ${file} holds`, "written", error);
  if (wrapped instanceof BackupError) return wrapped;
  const reason = error instanceof Error ? error.message : String(error);
  return new BackupError(`${file} is damaged or not a backup: ${reason}.`, { cause: error });
}
