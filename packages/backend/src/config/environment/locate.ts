import { ConfigError } from "../config-error.ts";
import type { ProjectFolder } from "../folder.ts";
import { environmentFiles } from "./environment.ts";
import type { Environment } from "./variable-types.ts";

/** Adds the file and the line to each problem about a variable that an `.env` file defines. */
export async function locateVariables(
  { problems }: ConfigError,
  folder: ProjectFolder,
  env: Environment,
): Promise<ConfigError> {
  const files = await Promise.all(
    environmentFiles(env).map(async (path) => ({ path, text: (await folder.read(path)) ?? "" })),
  );
  const findDefinition = (name: string) => {
    if (env[name] !== undefined) return undefined;
    for (const { path, text } of files) {
      const definition = new RegExp(`^\\s*(export\\s+)?${name}\\s*=`);
      // If a file defines a variable twice, the last definition wins.
      const index = text.split(/\r?\n/).findLastIndex((line) => definition.test(line));
      if (index !== -1) return `${path}:${index + 1}`;
    }
    return undefined;
  };
  return new ConfigError(
    problems.map((problem) => {
      if (/^supabase\//.test(problem)) return problem;
      const names = problem.match(/\b[A-Z][A-Z0-9]*_[A-Z0-9_]+\b/g) ?? [];
      const location = names.map(findDefinition).find((location) => location !== undefined);
      return location === undefined ? problem : `${location}: ${problem}`;
    }),
  );
}
