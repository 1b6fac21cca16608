import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { z } from "zod";
import { isProjectFile } from "../config/boundary.ts";
import { denoEnvironment, moduleArguments } from "./deno.ts";

const graphSchema = z.object({ modules: z.array(z.object({ specifier: z.string() })) });

/** A description of the largest applications. */
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
 * Returns the files of the project that a module imports, directly or not. A module that cannot be loaded is left out:
 * Deno reports it when it runs the function.
 */
export async function importedFiles(
  { deno, project, workingDirectory, entrypoint, importMap }: Program,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const described = await promisify(execFile)(
    deno,
    ["info", "--json", ...moduleArguments(importMap), entrypoint],
    { cwd: workingDirectory, env: denoEnvironment(), maxBuffer: maxGraphBytes, signal },
  ).catch(() => undefined);
  const { data: graph } = graphSchema.safeParse(parse(described?.stdout));
  const files = (graph?.modules ?? [])
    .filter(({ specifier }) => specifier.startsWith("file:"))
    .map(({ specifier }) => fileURLToPath(specifier));
  const isOwn = await Promise.all(files.map((file) => isProjectFile(project, file)));
  return files.filter((_, index) => isOwn[index]);
}

function parse(text = "{}"): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
