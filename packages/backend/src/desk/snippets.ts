import { lstat, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { isWithinProject } from "../config/boundary.ts";
import type { DeskContext } from "./context.ts";
import { noSnippet, takenName } from "./errors.ts";
import { projectFolder } from "./project-folder.ts";

/** A longer list would be no help. */
const mostSnippets = 500;
const longestBytes = 1024 * 1024;

type Folder = Pick<DeskContext, "project">;

/** Lists the names of the snippets, without `.sql`. */
export async function listSnippets(context: Folder): Promise<readonly string[]> {
  const entries = await readdir(await snippetsFolder(context), { withFileTypes: true }).catch(
    noFolder,
  );
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith(".sql") && !entry.name.startsWith("."))
    .map(({ name }) => name.slice(0, -4))
    .sort((one, other) => one.localeCompare(other, "en"))
    .slice(0, mostSnippets);
}

export async function readSnippet(context: Folder, name: string): Promise<string> {
  const path = await existing(context, name);
  if ((await lstat(path)).size > longestBytes) throw noSnippet(name);
  return readFile(path, "utf8");
}

/** Writes a snippet. Another one of this name is replaced only if the developer means it. */
export async function saveSnippet(
  context: Folder,
  { name, text, replaces }: { name: string; text: string; replaces: boolean },
): Promise<void> {
  const folder = await snippetsFolder(context);
  await mkdir(folder, { recursive: true });
  const path = replaces ? await existing(context, name) : join(folder, `${name}.sql`);
  await writeFile(path, text, { flag: replaces ? "w" : "wx" }).catch(refuseTaken(name));
}

export async function renameSnippet(context: Folder, name: string, to: string): Promise<void> {
  const path = await existing(context, name);
  const target = join(await snippetsFolder(context), `${to}.sql`);
  // `rename` would replace the other one. The empty file keeps its place.
  await writeFile(target, "", { flag: "wx" }).catch(refuseTaken(to));
  await rename(path, target);
}

export async function deleteSnippet(context: Folder, name: string): Promise<void> {
  await rm(await existing(context, name));
}

/** Returns the folder of the Supabase CLI. @throws {DeskError} if it leads out of the project */
async function snippetsFolder(context: Folder): Promise<string> {
  const project = projectFolder(context);
  const folder = join(project, "supabase/snippets");
  if (!(await isWithinProject(project, folder))) throw noSnippet("supabase/snippets");
  return folder;
}

/** Returns the path of a snippet. A link could lead to any file, so it is not one. */
async function existing(context: Folder, name: string): Promise<string> {
  const path = join(await snippetsFolder(context), `${name}.sql`);
  const stats = await lstat(path).catch(() => undefined);
  if (!stats?.isFile()) throw noSnippet(name);
  return path;
}

function noFolder(error: NodeJS.ErrnoException): never[] {
  if (error.code === "ENOENT") return [];
  throw error;
}

const refuseTaken = (name: string) => (error: NodeJS.ErrnoException) => {
  throw error.code === "EEXIST" ? takenName(name) : error;
};
