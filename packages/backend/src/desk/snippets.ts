import { lstat, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { isWithinProject } from "../config/boundary.ts";
import type { DeskContext } from "./context.ts";
import { noSnippet, takenName } from "./errors.ts";
import { projectFolder } from "./project-folder.ts";

/** A longer list would not be usable. */
const maxSnippets = 500;
const maxBytes = 1024 * 1024;

type Folder = Pick<DeskContext, "project">;

/** Lists the names of the snippets, without `.sql`. */
export async function listSnippets(context: Folder): Promise<readonly string[]> {
  const entries = await readdir(await snippetsFolder(context), { withFileTypes: true }).catch(
    emptyIfMissing,
  );
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith(".sql") && !entry.name.startsWith("."))
    .map(({ name }) => name.slice(0, -4))
    .sort((first, second) => first.localeCompare(second, "en"))
    .slice(0, maxSnippets);
}

export async function readSnippet(context: Folder, name: string): Promise<string> {
  const path = await snippetPath(context, name);
  if ((await lstat(path)).size > maxBytes) throw noSnippet(name);
  return readFile(path, "utf8");
}

/** Writes a snippet. @throws {DeskError} if the name is taken, unless `replaces` is set */
export async function saveSnippet(
  context: Folder,
  { name, text, replaces }: { name: string; text: string; replaces: boolean },
): Promise<void> {
  const folder = await snippetsFolder(context);
  await mkdir(folder, { recursive: true });
  const path = replaces ? await snippetPath(context, name) : join(folder, `${name}.sql`);
  await writeFile(path, text, { flag: replaces ? "w" : "wx" }).catch(refuseTaken(name));
}

export async function renameSnippet(context: Folder, name: string, to: string): Promise<void> {
  const path = await snippetPath(context, name);
  const target = join(await snippetsFolder(context), `${to}.sql`);
  // Create an empty file first. That fails if the snippet exists, whereas `rename` would replace it.
  await writeFile(target, "", { flag: "wx" }).catch(refuseTaken(to));
  await rename(path, target);
}

export async function deleteSnippet(context: Folder, name: string): Promise<void> {
  await rm(await snippetPath(context, name));
}

/** Returns the folder that the Supabase CLI uses. @throws {DeskError} if a symbolic link leads outside the project */
async function snippetsFolder(context: Folder): Promise<string> {
  const project = projectFolder(context);
  const folder = join(project, "supabase/snippets");
  if (!(await isWithinProject(project, folder))) throw noSnippet("supabase/snippets");
  return folder;
}

/** Returns the path of an existing snippet. Ignores symbolic links, because they could lead to any file. */
async function snippetPath(context: Folder, name: string): Promise<string> {
  const path = join(await snippetsFolder(context), `${name}.sql`);
  const stats = await lstat(path).catch(() => undefined);
  if (!stats?.isFile()) throw noSnippet(name);
  return path;
}

function emptyIfMissing(error: NodeJS.ErrnoException): never[] {
  if (error.code === "ENOENT") return [];
  throw error;
}

const refuseTaken = (name: string) => (error: NodeJS.ErrnoException) => {
  throw error.code === "EEXIST" ? takenName(name) : error;
};
