import { createReadStream, createWriteStream } from "node:fs";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { ReadableStream as NodeReadableStream } from "node:stream/web";
import { createGunzip } from "node:zlib";
import { createTarDecoder, type ParsedTarEntry } from "modern-tar";
import { makeDirectory } from "../private-directory.ts";
import { relativePathOf } from "../storage/files/directory.ts";
import { isUuid } from "../storage/names.ts";
import { BackupError, wrapFileError } from "./backup-error.ts";
import { type Manifest, manifestName, parseManifest } from "./manifest.ts";

/** The folders for the parts of an unpacked backup. */
export interface Destination {
  /** The folder that receives the folder `database`. */
  readonly directory: string;
  /** The folder for the content of files. If undefined, the content is read but not written. */
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
  // Ignore the error here, because the loop below throws it as well.
  const decompression = pipeline(source, gunzip);
  decompression.catch(() => {});
  try {
    // Cast, because the browser type of the global class lacks `from`, although both are the same class.
    const archive = NodeReadableStream.from(gunzip) as ReadableStream<Uint8Array>;
    for await (const entry of archive.pipeThrough(createTarDecoder({ strict: true }))) {
      if (manifest) {
        await unpackEntry(entry, destination);
      } else {
        if (entry.header.name !== manifestName)
          throw new BackupError(`${file} is not a Portico backup.`);
        manifest = parseManifest(file, await new Response(entry.body).text());
      }
    }
    await decompression;
  } catch (error) {
    throw toBackupError(file, error);
  } finally {
    source.destroy();
  }
  if (!manifest) throw new BackupError(`${file} is not a Portico backup.`);
  return manifest;
}

async function unpackEntry(entry: ParsedTarEntry, { directory, files, onFile }: Destination) {
  const { name, size, type } = entry.header;
  const path = name.replace(/\/$/, "");
  if (type !== "file" && type !== "directory") throw new Error(`${path} is a ${type}`);
  const version = /^files\/\w\w\/([^/]+)$/.exec(path)?.[1] ?? "";
  if (isUuid(version)) {
    onFile?.(version, size);
    if (files === undefined) return entry.body.cancel();
    return writeEntry(entry, join(files, relativePathOf(version)));
  }
  // Each part of a path starts with a letter, a digit or an underscore, so a path cannot lead outside the directory.
  if (!/^database(\/\w[\w.-]*)*$/.test(path))
    throw new Error(`${path} does not belong to a project`);
  const target = join(directory, path);
  return type === "directory" ? makeDirectory(target) : writeEntry(entry, target);
}

async function writeEntry({ body }: ParsedTarEntry, path: string): Promise<void> {
  await makeDirectory(dirname(path));
  await pipeline(body, createWriteStream(path, { flags: "wx", mode: 0o600 }));
}

/**
 * Converts an error to a {@link BackupError}. Errors of the decoders, such as zlib's, mean that the archive is damaged.
 */
function toBackupError(file: string, error: unknown): unknown {
  if (error instanceof BackupError) return error;
  const { path = file, syscall } = error as NodeJS.ErrnoException;
  const concernsArchive = path === file && syscall !== "write";
  const fileError = concernsArchive
    ? wrapFileError(file, "read", error)
    : wrapFileError(`The content of ${file}`, "written", error);
  if (fileError instanceof BackupError) return fileError;
  const reason = error instanceof Error ? error.message : String(error);
  return new BackupError(`${file} is damaged or not a backup: ${reason}.`, { cause: error });
}
