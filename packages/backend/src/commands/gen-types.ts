import { onDisk } from "../config/disk.ts";
import { loadConfig } from "../config/load.ts";
import { generateTypes, languages } from "../generate-types.ts";
import { UsageError } from "../usage-error.ts";
import { withDatabaseUrl } from "./project-database/database-url.ts";
import { defineCommand } from "./terminal/command.ts";
import { dataOption, projectOption, readProject, readStoredDatabase } from "./terminal/options.ts";
import { print } from "./terminal/print.ts";

export const genTypesCommand = defineCommand({
  name: "gen types",
  summary: "Print types for the tables, views and functions of the API",
  options: {
    ...projectOption,
    ...dataOption,
    lang: {
      type: "string",
      argument: "LANGUAGE",
      help: "typescript, go, swift, or python (default: typescript)",
    },
    schema: {
      type: "string",
      short: "s",
      argument: "NAMES",
      help: "the schemas, separated by commas (default: public and those of [api] schemas)",
    },
  },
  async run({ values }) {
    const language = languages.find((name) => name === (values.lang ?? "typescript"));
    if (!language) throw new UsageError(`--lang must be ${languages.join(", ")}.`);
    const { project } = readProject(values.project);
    const schemas = values.schema?.split(",") ?? (await apiSchemas(project));
    const location = readStoredDatabase(values.data, project);
    print(await withDatabaseUrl(location, (url) => generateTypes(url, language, schemas)));
  },
});

/** Returns the schemas of the API, as the Supabase CLI chooses them (`internal/gen/types/types.go`). */
async function apiSchemas(project: string): Promise<string[]> {
  const { config } = await loadConfig({ folder: onDisk(project), env: process.env });
  return [...new Set(["public", ...config.api.schemas])];
}
