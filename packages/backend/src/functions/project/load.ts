import { join } from "node:path";
import { parseEnv } from "node:util";
import { isWithinProject } from "../../config/boundary.ts";
import { onDisk } from "../../config/disk.ts";
import type { Config } from "../../config/sections/schema.ts";
import { findDeno } from "../runtime/deno.ts";
import { findFunctions, type ProjectFunction } from "./project-functions.ts";
import { isReserved, withoutReserved } from "./variables.ts";

/** The project folder and the environment that contain the functions and their variables. */
export interface FunctionsSource {
  /** The folder that contains `supabase/`. */
  readonly project: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** The functions of the project, with Deno's path and their variables. */
export interface LoadedFunctions {
  readonly functions: readonly ProjectFunction[];
  /** Undefined if Deno is not installed. */
  readonly deno: string | undefined;
  /** The variables of all functions: those of `supabase/functions/.env`, which override `edge_runtime.secrets`. */
  readonly env: Readonly<Record<string, string>>;
  readonly warnings: readonly string[];
}

/** The configuration sections for functions. */
export type FunctionsConfig = Pick<Config, "functions" | "edge_runtime">;

export async function loadFunctions(
  { project, env }: FunctionsSource,
  { functions: settings, edge_runtime: runtime }: FunctionsConfig,
): Promise<LoadedFunctions> {
  if (!runtime.enabled) return { functions: [], deno: undefined, env: {}, warnings: [] };
  const directory = join(project, "supabase");
  const { functions, warnings } = await findFunctions(onDisk(project), directory, settings);
  const deno = functions.length > 0 ? findDeno(env) : undefined;
  const variablesFile = await readVariables(project, join(directory, "functions/.env"));
  const subject =
    functions.length === 1 ? "1 function waits" : `${functions.length} functions wait`;
  return {
    functions,
    deno,
    env: withoutReserved({ ...runtime.secrets, ...parseEnv(variablesFile) }),
    warnings: [
      ...warnings,
      ...warnOfReserved("edge_runtime.secrets", runtime.secrets),
      ...functions.flatMap(({ name }) =>
        warnOfReserved(`functions.${name}.env`, settings[name]?.env ?? {}),
      ),
      ...(functions.length > 0 && !deno
        ? [`${subject} for Deno: npm install --save-dev deno`]
        : []),
    ],
  };
}

/** Reads a file of variables. Does not follow a link to a file outside of the project. */
async function readVariables(project: string, path: string): Promise<string> {
  if (!(await isWithinProject(project, path))) return "";
  const text = await onDisk(project)
    .read(path)
    .catch(() => undefined);
  return text ?? "";
}

function warnOfReserved(section: string, variables: Readonly<Record<string, unknown>>): string[] {
  const reservedNames = Object.keys(variables).filter(isReserved);
  return reservedNames.map(
    (name) => `${section}.${name} has no effect: names with SUPABASE_ are those of the platform.`,
  );
}
