import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { isUuid } from "../names.ts";

/** A file of a store, as a list shows it. */
export interface ListedFile {
  readonly version: string;
  /** In bytes. */
  readonly size: number;
  readonly modified: Date;
}

/** The files in a directory of content, and what uploads have left in it. Nothing is changed. */
export interface Listing {
  readonly files: readonly ListedFile[];
  /** The content of uploads that goes on arriving, or that was given up. */
  readonly begun: readonly ListedFile[];
}

/** Lists a directory of content that may be in use. */
export async function listDirectory(directory: string): Promise<Listing> {
  const names = await readdir(directory).catch(() => []);
  const folders = names.filter((name) => /^[0-9a-f]{2}$/.test(name));
  const files: ListedFile[] = [];
  for (const folder of folders) files.push(...(await filesIn(join(directory, folder))));
  return { files, begun: await listBegun(directory) };
}

/** The content of uploads that are not finished, which is on this machine in any case. */
export async function listBegun(directory: string): Promise<readonly ListedFile[]> {
  const folders = ["incoming", "unfinished"].map((name) => filesIn(join(directory, name)));
  return (await Promise.all(folders)).flat();
}

/** A file may be gone, or a folder not made yet. */
async function filesIn(folder: string): Promise<ListedFile[]> {
  const listed: ListedFile[] = [];
  for (const name of await readdir(folder).catch(() => [])) {
    const [version = "", ending] = name.split(".");
    const found = await stat(join(folder, name)).catch(() => undefined);
    if (!found || !isUuid(version) || ending === "json") continue;
    listed.push({ version, size: found.size, modified: found.mtime });
  }
  return listed;
}
