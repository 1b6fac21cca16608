import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseEnv } from "node:util";

type Variables = Readonly<Record<string, string | undefined>>;

/** The variables that this process has from {@link assignVariables}, and the backend that they lead to. */
const assigned = new Map<string, string>();
let assignedFor: unknown;

/** Returns the variables of Vite's `.env` files for a mode. */
export async function readEnvFiles(directory: string, mode: string): Promise<Variables> {
  const names = [".env", ".env.local", `.env.${mode}`, `.env.${mode}.local`];
  const texts = await Promise.all(
    names.map((name) => readFile(join(directory, name), "utf8").catch(() => "")),
  );
  return Object.assign({}, ...texts.map((text) => parseEnv(text)));
}

/** Returns the variables of the process and of files that a person has set. Like the CLI, an empty one is not set. */
export function variablesOfUser(files: Variables): Map<string, string> {
  const set = new Map<string, string>();
  for (const [name, value] of Object.entries({ ...files, ...process.env })) {
    if (value && assigned.get(name) !== value) set.set(name, value);
    else if (files[name]) set.set(name, files[name]);
  }
  return set;
}

/**
 * Sets variables of the process that its user has not set. Vite passes them to `import.meta.env` by their prefixes, and
 * servers read them from `process.env`.
 */
export function assignVariables(
  backend: { readonly variables: Variables },
  user: ReadonlyMap<string, string>,
): void {
  assignedFor = backend;
  for (const [name, value] of Object.entries(backend.variables)) {
    if (value === undefined || user.has(name)) continue;
    process.env[name] = value;
    assigned.set(name, value);
  }
}

/** Removes the variables again, unless they lead to another backend than this one. */
export function withdrawVariables(backend = assignedFor): void {
  if (assignedFor !== backend) return;
  for (const [name, value] of assigned) {
    if (process.env[name] === value) delete process.env[name];
  }
  assigned.clear();
}

const urlName = /^([A-Z_]+_)?SUPABASE_URL$/;

/** Returns the URL of a project on another machine that the user has set, and its variable. */
export function remoteProject(
  user: ReadonlyMap<string, string>,
): { readonly name: string; readonly url: string } | undefined {
  for (const [name, url] of user) {
    if (!urlName.test(name) || !URL.canParse(url)) continue;
    const { hostname } = new URL(url);
    if (!/^(localhost|.+\.localhost|127\.[\d.]+|\[::1\])$/.test(hostname)) return { name, url };
  }
  return undefined;
}

/** Returns whether an application has the address of a backend. */
export const hasProjectUrl = (variables: Variables): boolean =>
  Object.entries(variables).some(([name, value]) => urlName.test(name) && Boolean(value));
