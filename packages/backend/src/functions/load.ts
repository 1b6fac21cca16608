import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseEnv } from "node:util";
import type { Config } from "../config/sections/schema.ts";
import { findDeno } from "./deno.ts";
import { findFunctions, type ProjectFunction } from "./project-functions.ts";

/** Where functions and their variables are read from. */
export interface FunctionsSource {
  /** The folder that contains `supabase/`. */
  readonly project: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** The functions of the project, and how to run them. */
export interface LoadedFunctions {
  readonly functions: readonly ProjectFunction[];
  /** Undefined if Deno is not installed. */
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
  const ownVariables = Object.entries(parseEnv(file)).flatMap(([name, value]) =>
    // The CLI reserves these names too.
    name.startsWith("SUPABASE_") || value === undefined ? [] : [[name, value] as const],
  );
  const subject =
    functions.length === 1 ? "1 function waits" : `${functions.length} functions wait`;
  return {
    functions,
    deno,
    env: Object.fromEntries(ownVariables),
    warnings:
      functions.length > 0 && !deno ? [`${subject} for Deno: npm install --save-dev deno`] : [],
  };
}
