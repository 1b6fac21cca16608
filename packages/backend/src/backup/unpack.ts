import { createReadStream, createWriteStream } from "node:fs";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { makeDirectory } from "../private-directory.ts";
import { relativePathOf } from "../storage/files/directory.ts";
import { isUuid } from "../storage/names.ts";
import { BackupError, refusal } from "./backup-error.ts";
import { type Manifest, manifestName, parseManifest } from "./manifest.ts";
import { type ArchiveEntry, entriesOf } from "./tar.ts";

/** The parts of a backup, and where they go. */
export interface Destination {
  /** Becomes the folder that holds `database`. */
  readonly directory: string;
  /** The folder of the files. Without it, their content is read and left out. */
  readonly files?: string | undefined;
  /** Called with the version of each file. */
  readonly onFile?: ((version: string, size: number) => void) | undefined;
}

/**
 * Reads an archive from its first byte to its last, whose checksum says that it is whole.
 *
 * @throws {BackupError}
 */
export async function unpackArchive(file: string, destination: Destination): Promise<Manifest> {
  let manifest: Manifest | undefined;
  const source = createReadStream(file);
  const gunzip = createGunzip();
  // A failure ends the loop below, with its error.
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
    throw explained(file, error);
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
  // Each part of a name begins with a letter, a digit or an underscore: none leads out of the directory.
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
  const pieces: Buffer[] = [];
  for await (const piece of content) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}

/** Errors of the archive, those of zlib among them, say the same thing: it is not what was written. */
function explained(file: string, error: unknown): unknown {
  if (error instanceof BackupError) return error;
  const { path = file, syscall } = error as NodeJS.ErrnoException;
  const isOfFile = path === file && syscall !== "write";
  const refused = isOfFile
    ? refusal(file, "read", error)
    : refusal(`What ${file} holds`, "written", error);
  if (refused instanceof BackupError) return refused;
  const reason = error instanceof Error ? error.message : String(error);
  return new BackupError(`${file} is damaged, or no backup: ${reason}.`, { cause: error });
}
