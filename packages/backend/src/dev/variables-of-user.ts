import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseEnv } from "node:util";

/** Environment variables by name. */
export type Variables = Readonly<Record<string, string | undefined>>;

/** Reads the `.env` files of an application for a mode, as Vite and Next.js do. */
export async function readEnvFiles(directory: string, mode: string): Promise<Variables> {
  const names = [".env", ".env.local", `.env.${mode}`, `.env.${mode}.local`];
  const texts = await Promise.all(
    names.map((name) => readFile(join(directory, name), "utf8").catch(() => "")),
  );
  return Object.assign({}, ...texts.map((text) => parseEnv(text)));
}

const urlName = /^([A-Z_]+_)?SUPABASE_URL$/;

/** Returns the URL of a project on another machine that the user has configured, and the variable that contains it. */
export function findRemoteProject(
  userVariables: ReadonlyMap<string, string>,
): { readonly name: string; readonly url: string } | undefined {
  for (const [name, url] of userVariables) {
    if (urlName.test(name) && URL.canParse(url) && !isLocalUrl(url)) return { name, url };
  }
  return undefined;
}

const isLocalUrl = (url: string) =>
  /^(localhost|.+\.localhost|127\.[\d.]+|\[::1\])$/.test(new URL(url).hostname);

/**
 * Removes variables that contain the URL of the local project, because the backend uses another port if the preferred
 * one is in use.
 */
export function withoutOwnUrls(
  userVariables: ReadonlyMap<string, string>,
  port: number,
): Map<string, string> {
  const isOwn = ([name, url]: readonly [string, string]) =>
    urlName.test(name) &&
    URL.canParse(url) &&
    isLocalUrl(url) &&
    new URL(url).port === String(port);
  return new Map([...userVariables].filter((variable) => !isOwn(variable)));
}

/** Returns whether the variables contain the URL of a project. */
export const hasProjectUrl = (variables: Variables): boolean =>
  Object.entries(variables).some(([name, value]) => urlName.test(name) && Boolean(value));
