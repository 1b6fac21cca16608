import pg from "pg";
import { onDisk } from "../config/disk.ts";
import { loadConfig } from "../config/load.ts";
import { UsageError } from "../usage-error.ts";
import { defineCommand } from "./command.ts";
import { withDatabaseUrl } from "./database-url.ts";
import { dataOption, projectOption, readProject, readStoredDatabase } from "./options.ts";
import { print } from "./print.ts";

const languages = ["typescript", "go", "swift", "python"] as const;
type Language = (typeof languages)[number];

/** The release of PostgREST that the data API answers like. The client adapts its types to it. */
const postgrestVersion = "14";

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
    const schemas = values.schema?.split(",") ?? (await schemasOf(project));
    const location = readStoredDatabase(values.data, project);
    print(await withDatabaseUrl(location, (url) => generateTypes(url, language, schemas)));
  },
});

/** Returns the schemas of the API, as the Supabase CLI chooses them (`internal/gen/types/types.go`). */
async function schemasOf(project: string): Promise<string[]> {
  const { config } = await loadConfig({ folder: onDisk(project), env: process.env });
  return [...new Set(["public", ...config.api.schemas])];
}

/**
 * Generates types with the engine of `supabase gen types`.
 *
 * @throws {UsageError} when its package is not installed
 */
export async function generateTypes(
  url: string,
  language: Language,
  includedSchemas: string[],
): Promise<string> {
  const { introspect, generators, sort } = await loadEngine();
  // The engine sends several queries at the same time.
  const pool = new pg.Pool({ connectionString: url, max: 5 });
  try {
    const metadata = sort(await introspect(pool, { includedSchemas }));
    switch (language) {
      case "typescript":
        return await generators.generateTypescript(metadata, {
          detectOneToOneRelationships: true,
          postgrestVersion,
        });
      case "go":
        return generators.generateGo(metadata);
      case "swift":
        return generators.generateSwift(metadata, { accessControl: "internal" });
      case "python":
        return generators.generatePython(metadata);
    }
  } finally {
    await pool.end();
  }
}

async function loadEngine() {
  try {
    const [{ introspect }, generators] = await Promise.all([
      import("@supabase/postgrest-typegen/introspection"),
      import("@supabase/postgrest-typegen/generation"),
    ]);
    return { introspect, generators, sort: generators.sortGeneratorMetadata };
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ERR_MODULE_NOT_FOUND")) {
      throw error;
    }
    throw new UsageError(
      "portico gen types needs a package: npm install --save-dev @supabase/postgrest-typegen",
    );
  }
}
