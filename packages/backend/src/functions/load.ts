import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseEnv } from "node:util";
import type { Config } from "../config/sections/schema.ts";
import { findDeno } from "./deno.ts";
import { findFunctions, type ProjectFunction } from "./project-functions.ts";

/** Where functions come from. */
export interface FunctionsSource {
  /** The folder that holds `supabase/`. */
  readonly project: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** The project's functions, and what they run by. */
export interface LoadedFunctions {
  readonly functions: readonly ProjectFunction[];
  /** Undefined where there is no Deno. */
  readonly deno: string | undefined;
  /** The variables of `supabase/functions/.env`. */
  readonly env: Readonly<Record<string, string>>;
  readonly warnings: readonly string[];
}

export async function loadFunctions(
  { project, env }: FunctionsSource,
  settings: Config["functions"],
): Promise<LoadedFunctions> {
  const directory = join(project, "supabase");
  const functions = await findFunctions(directory, settings);
  const deno = functions.length > 0 ? findDeno(project, env) : undefined;
  const file = await readFile(join(directory, "functions/.env"), "utf8").catch(() => "");
  const own = Object.entries(parseEnv(file)).flatMap(([name, value]) =>
    // The CLI keeps these for itself, too.
    name.startsWith("SUPABASE_") || value === undefined ? [] : [[name, value] as const],
  );
  const waiting =
    functions.length === 1 ? "1 function waits" : `${functions.length} functions wait`;
  return {
    functions,
    deno,
    env: Object.fromEntries(own),
    warnings:
      functions.length > 0 && !deno ? [`${waiting} for Deno: npm install --save-dev deno`] : [],
  };
}
