import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { ownVersion } from "../own-version.ts";
import { UsageError } from "../usage-error.ts";
import { AtomicFolders } from "./atomic-folders.ts";
import { copyTree, readTree } from "./copy-tree.ts";
import { requireReadable } from "./postgres-major.ts";
import { copyProject, type EmbeddedProject, type ProjectCopy } from "./project-copy.ts";

/** The version of the format. Increase it if an older release would misread new snapshots. */
const currentFormat = 1;

const schema = z.object({
  format: z.number(),
  /** The release of Portico that made the snapshot. */
  portico: z.string(),
  /** When the snapshot was made (ISO 8601). */
  date: z.string(),
  sizeBytes: z.number(),
  /** The location of the files' content, if the snapshot does not contain it. */
  filesElsewhere: z.string().optional(),
});

/** A snapshot with its manifest. */
export interface Snapshot extends z.output<typeof schema> {
  readonly name: string;
}

const manifestFile = "snapshot.json";

const foldersOf = (directory: string) => new AtomicFolders(join(directory, "snapshots"));

/**
 * Validates a snapshot name.
 *
 * @throws {UsageError} if a folder cannot have this name on every system
 */
export function validateSnapshotName(name: string): void {
  if (/^[A-Za-z0-9](?:[\w.-]{0,62}[\w-])?$/.test(name)) return;
  throw new UsageError(
    `A snapshot's name has up to 64 letters, digits, ".", "-" and "_", and begins with a letter or a digit; got "${name.slice(0, 100)}".`,
  );
}

/**
 * Copies a project's database and files to a snapshot in its data directory.
 *
 * @throws {UsageError} if the name is taken or the disk is full
 */
export async function saveSnapshot(
  project: EmbeddedProject,
  name: string,
  replaces: boolean,
): Promise<ProjectCopy> {
  validateSnapshotName(name);
  if (!replaces && (await readManifest(project.directory, name))) {
    throw new UsageError(`The snapshot "${name}" already exists. To overwrite it: --replace`);
  }
  return foldersOf(project.directory).replace(name, async (path) => {
    const copy = await copyProject(project, path);
    const manifest: z.input<typeof schema> = {
      format: currentFormat,
      portico: ownVersion(),
      date: new Date().toISOString(),
      sizeBytes: copy.sizeBytes,
      ...(copy.filesElsewhere !== undefined && { filesElsewhere: copy.filesElsewhere }),
    };
    await writeFile(join(path, manifestFile), JSON.stringify(manifest), { mode: 0o600 });
    return copy;
  });
}

/** Returns the snapshots of a data directory, the newest first. */
export async function listSnapshots(directory: string): Promise<readonly Snapshot[]> {
  const names = await foldersOf(directory).names();
  const snapshots = await Promise.all(names.map((name) => readManifest(directory, name)));
  return snapshots
    .filter((snapshot) => snapshot !== undefined)
    .sort((item, other) => other.date.localeCompare(item.date));
}

/**
 * Returns the snapshot with this name.
 *
 * @throws {UsageError} if it does not exist
 */
export async function requireSnapshot(directory: string, name: string): Promise<Snapshot> {
  validateSnapshotName(name);
  const snapshot = await readManifest(directory, name);
  if (snapshot) return snapshot;
  const names = (await listSnapshots(directory)).map((other) => other.name);
  const available = names.length === 0 ? "There are none." : `Available: ${names.join(", ")}.`;
  throw new UsageError(`There is no snapshot "${name}" in ${directory}. ${available}`);
}

/**
 * Returns a snapshot that this release can restore.
 *
 * @throws {UsageError} if the snapshot does not exist, or this release cannot read it
 */
export async function requireRestorable(directory: string, name: string): Promise<Snapshot> {
  const snapshot = await requireSnapshot(directory, name);
  if (snapshot.format > currentFormat) {
    throw new UsageError(
      `The snapshot "${name}" was made by Portico ${snapshot.portico}, whose snapshots this release cannot read.`,
    );
  }
  await requireReadable(foldersOf(directory).pathOf(name), directory, `The snapshot "${name}"`);
  return snapshot;
}

/** Copies a snapshot's database and files into a folder. */
export async function copySnapshot(directory: string, name: string, to: string): Promise<void> {
  const from = foldersOf(directory).pathOf(name);
  for (const part of ["files", "database"]) {
    const folder = join(from, part);
    // This folder is missing if the files are stored elsewhere.
    if (existsSync(folder)) await copyTree(folder, readTree(folder), join(to, part));
  }
}

export const deleteSnapshot = (directory: string, name: string): Promise<void> =>
  foldersOf(directory).remove(name);

async function readManifest(directory: string, name: string): Promise<Snapshot | undefined> {
  const folders = foldersOf(directory);
  await folders.recover();
  const file = join(folders.pathOf(name), manifestFile);
  const text = await readFile(file, "utf8").catch(() => undefined);
  if (text === undefined) return undefined;
  const { data } = schema.safeParse(parseJson(text));
  return data && { ...data, name };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
