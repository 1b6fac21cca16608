import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { z } from "zod";
import { isProjectFile } from "../../config/boundary.ts";
import { denoEnvironment, moduleArguments } from "./deno.ts";

const graphSchema = z.object({ modules: z.array(z.object({ specifier: z.string() })) });

/** Enough for the module graph of the largest applications. */
const maxGraphBytes = 64 * 1024 * 1024;

/** The program whose imports are read. */
export interface Program {
  readonly deno: string;
  readonly project: string;
  readonly workingDirectory: string;
  readonly entrypoint: string;
  readonly importMap: string | undefined;
}

/**
 * Returns the files of the project that a module imports, directly or indirectly. Omits modules that cannot be loaded,
 * because Deno reports them when it runs the function.
 */
export async function findImportedFiles(
  { deno, project, workingDirectory, entrypoint, importMap }: Program,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const output = await promisify(execFile)(
    deno,
    ["info", "--json", ...moduleArguments(importMap), entrypoint],
    { cwd: workingDirectory, env: denoEnvironment(), maxBuffer: maxGraphBytes, signal },
  ).catch(() => undefined);
  const { data: graph } = graphSchema.safeParse(parseJson(output?.stdout));
  const files = (graph?.modules ?? [])
    .filter(({ specifier }) => specifier.startsWith("file:"))
    .map(({ specifier }) => fileURLToPath(specifier));
  const belongsToProject = await Promise.all(files.map((file) => isProjectFile(project, file)));
  return files.filter((_, index) => belongsToProject[index]);
}

function parseJson(text = "{}"): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
