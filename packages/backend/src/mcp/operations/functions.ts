import { randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import type {
  DeployEdgeFunctionOptions,
  EdgeFunction,
  EdgeFunctionsOperations,
} from "@supabase/mcp-server-supabase/platform";
import { isWithinProject } from "../../config/boundary.ts";
import { onDisk } from "../../config/disk.ts";
import { findFunctions, type ProjectFunction } from "../../functions/project/project-functions.ts";
import { UsageError } from "../../usage-error.ts";
import type { McpContext } from "../context.ts";

const maxFiles = 100;
const maxTotalBytes = 1024 * 1024;

/**
 * The operations for Edge Functions. A deployed function is written into the project folder, and the next request runs
 * it.
 */
export function functionsOperations({ project, config }: McpContext): EdgeFunctionsOperations {
  const root = join(project, "supabase/functions");
  const find = async () =>
    (await findFunctions(onDisk(project), join(project, "supabase"), config.functions)).functions;
  return {
    listEdgeFunctions: async () =>
      Promise.all((await find()).map((edgeFunction) => describe(project, edgeFunction))),
    async getEdgeFunction(_, slug) {
      const edgeFunction = (await find()).find(({ name }) => name === slug);
      if (!edgeFunction) throw new UsageError(`There is no function "${slug.slice(0, 100)}".`);
      const files = await readFiles(dirname(edgeFunction.entrypoint));
      return { ...(await describe(project, edgeFunction)), files };
    },
    async deployEdgeFunction(_, options) {
      const { name } = options;
      const setting = config.functions[name];
      checkSettings(options, setting);
      await writeFiles(project, root, options);
      const deployed = (await find()).find((item) => item.name === name);
      if (!deployed) {
        throw new UsageError(
          `The files are written, but there is no function "${name}": it needs an index.ts, and must not be disabled in supabase/config.toml.`,
        );
      }
      return describe(project, deployed);
    },
  };
}

async function describe(
  project: string,
  { name, entrypoint, importMap, verifyJwt }: ProjectFunction,
): Promise<EdgeFunction> {
  const { birthtimeMs, mtimeMs } = await stat(entrypoint);
  const pathInProject = (path: string) => relative(project, path).split(sep).join("/");
  return {
    id: name,
    slug: name,
    name,
    status: "ACTIVE",
    version: 1,
    verify_jwt: verifyJwt,
    created_at: Math.floor(birthtimeMs),
    updated_at: Math.floor(mtimeMs),
    import_map: importMap !== undefined,
    ...(importMap !== undefined && { import_map_path: pathInProject(importMap) }),
    entrypoint_path: pathInProject(entrypoint),
  };
}

async function readFiles(folder: string) {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !/(^|[\\/])(node_modules[\\/]|\.)/.test(relative(folder, path)))
    .sort();
  const files: { name: string; content: string }[] = [];
  let size = 0;
  for (const path of paths) {
    size += (await stat(path)).size;
    if (files.length === maxFiles || size > maxTotalBytes) {
      throw new UsageError(
        `The function has more than ${maxFiles} files or ${maxTotalBytes} bytes. Read its folder instead.`,
      );
    }
    const name = relative(folder, path).split(sep).join("/");
    files.push({ name, content: await readFile(path, "utf8") });
  }
  return files;
}

/** Refuses settings that contradict config.toml, because a deployment cannot change them. */
function checkSettings(
  { name, verify_jwt, entrypoint_path, import_map_path, files }: DeployEdgeFunctionOptions,
  setting: {
    readonly verify_jwt?: boolean | undefined;
    readonly entrypoint?: string | undefined;
  } = {},
): void {
  // Check the name here, because the official tool does not.
  if (!/^[A-Za-z][A-Za-z0-9_-]{0,99}$/.test(name)) {
    throw new UsageError(
      "A function's name can contain letters, digits, - and _, and must begin with a letter.",
    );
  }
  if (verify_jwt === false && setting.verify_jwt !== false) {
    throw new UsageError(
      `verify_jwt is a setting of supabase/config.toml. Add it there first: [functions.${name}] verify_jwt = false`,
    );
  }
  const isEntrypoint =
    setting.entrypoint !== undefined || /^index\.(ts|js|tsx|jsx|mjs)$/.test(entrypoint_path);
  if (!isEntrypoint) {
    throw new UsageError(
      `The entry point must be index.ts. To use another file, set it in supabase/config.toml: [functions.${name}] entrypoint`,
    );
  }
  const isImportMap =
    import_map_path === undefined ||
    ["deno.json", "deno.jsonc", "import_map.json"].includes(basename(import_map_path));
  if (!isImportMap) {
    throw new UsageError("The import map must be deno.json, deno.jsonc or import_map.json.");
  }
  const size = files.reduce((sum, { content }) => sum + Buffer.byteLength(content), 0);
  if (files.length === 0 || files.length > maxFiles || size > maxTotalBytes) {
    throw new UsageError(
      `A function must have 1 to ${maxFiles} files, with at most ${maxTotalBytes} bytes in total.`,
    );
  }
}

/** Writes a function's files. Refuses paths outside its folder and `_shared`. */
async function writeFiles(
  project: string,
  root: string,
  { name, files }: DeployEdgeFunctionOptions,
): Promise<void> {
  const functionFolder = join(root, name);
  const targets = files.map((file) => ({ ...file, path: resolve(functionFolder, file.name) }));
  for (const { name: file, path } of targets) {
    const isInside = [functionFolder, join(root, "_shared")].some((folder) =>
      path.startsWith(folder + sep),
    );
    // Also check for symbolic links, which may lead outside the folder.
    if (!isInside || !(await isWithinProject(project, path))) {
      throw new UsageError(
        `"${file.slice(0, 200)}" is outside the function's folder and supabase/functions/_shared. Nothing was written.`,
      );
    }
  }
  for (const { path, content } of targets) {
    await mkdir(dirname(path), { recursive: true });
    // Write to a temporary file first, so that the old file stays intact if the disk is full.
    const temporaryPath = join(dirname(path), `.${randomUUID()}.tmp`);
    try {
      await writeFile(temporaryPath, content, { flag: "wx" });
      await rename(temporaryPath, path);
    } finally {
      await rm(temporaryPath, { force: true });
    }
  }
}
