import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseEnv } from "node:util";

/** Environment variables by name. */
export type Variables = Readonly<Record<string, string | undefined>>;

/** Returns the variables of the `.env` files of an application for a mode, as Vite and Next.js read them. */
export async function readEnvFiles(directory: string, mode: string): Promise<Variables> {
  const names = [".env", ".env.local", `.env.${mode}`, `.env.${mode}.local`];
  const texts = await Promise.all(
    names.map((name) => readFile(join(directory, name), "utf8").catch(() => "")),
  );
  return Object.assign({}, ...texts.map((text) => parseEnv(text)));
}

const urlName = /^([A-Z_]+_)?SUPABASE_URL$/;

/** Returns the URL of a project on another machine that the user has configured, and the variable that contains it. */
export function remoteProject(
  user: ReadonlyMap<string, string>,
): { readonly name: string; readonly url: string } | undefined {
  for (const [name, url] of user) {
    if (urlName.test(name) && URL.canParse(url) && !isLocal(url)) return { name, url };
  }
  return undefined;
}

const isLocal = (url: string) =>
  /^(localhost|.+\.localhost|127\.[\d.]+|\[::1\])$/.test(new URL(url).hostname);

/**
 * Removes variables that contain the project's own address from its settings, because the backend has another address
 * if the port is in use.
 */
export function withoutOwnAddress(
  user: ReadonlyMap<string, string>,
  port: number,
): Map<string, string> {
  const isOwn = ([name, url]: readonly [string, string]) =>
    urlName.test(name) && URL.canParse(url) && isLocal(url) && new URL(url).port === String(port);
  return new Map([...user].filter((variable) => !isOwn(variable)));
}

/** Returns whether the variables contain the URL of a backend. */
export const hasProjectUrl = (variables: Variables): boolean =>
  Object.entries(variables).some(([name, value]) => urlName.test(name) && Boolean(value));
