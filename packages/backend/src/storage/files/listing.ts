import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { isUuid } from "../names.ts";

/** A file in a store's list. */
export interface ListedFile {
  readonly version: string;
  /** The size in bytes. */
  readonly size: number;
  readonly modified: Date;
}

/** The files in a directory, and the content of unfinished uploads. */
export interface DirectoryListing {
  readonly files: readonly ListedFile[];
  /** Content of uploads that are in progress or abandoned. */
  readonly unfinished: readonly ListedFile[];
}

/** Lists a directory, which may be in use. */
export async function listDirectory(directory: string): Promise<DirectoryListing> {
  const names = await readdir(directory).catch(() => []);
  const folders = names.filter((name) => /^[0-9a-f]{2}$/.test(name));
  const files: ListedFile[] = [];
  for (const folder of folders) files.push(...(await filesIn(join(directory, folder))));
  return { files, unfinished: await listUnfinished(directory) };
}

/** Lists the content of unfinished uploads, which is always on this machine. */
export async function listUnfinished(directory: string): Promise<readonly ListedFile[]> {
  const folders = ["incoming", "unfinished"].map((name) => filesIn(join(directory, name)));
  return (await Promise.all(folders)).flat();
}

/** Lists a folder. Tolerates files that disappear, and a missing folder. */
async function filesIn(folder: string): Promise<ListedFile[]> {
  const files: ListedFile[] = [];
  for (const name of await readdir(folder).catch(() => [])) {
    const [version = "", suffix] = name.split(".");
    const stats = await stat(join(folder, name)).catch(() => undefined);
    if (!stats || !isUuid(version) || suffix === "json") continue;
    files.push({ version, size: stats.size, modified: stats.mtime });
  }
  return files;
}
