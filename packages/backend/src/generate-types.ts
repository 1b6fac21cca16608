import pg from "pg";
import { isPackageMissing } from "./missing-package.ts";
import { UsageError } from "./usage-error.ts";

/** The languages that types can be generated for. */
export const languages = ["typescript", "go", "swift", "python"] as const;
export type Language = (typeof languages)[number];

/** The version of PostgREST that the REST API implements. The client chooses its types by this version. */
const postgrestVersion = "14";

/**
 * Generates types with the engine of `supabase gen types`.
 *
 * @throws {UsageError} if its package is not installed
 */
export async function generateTypes(
  url: string,
  language: Language,
  includedSchemas: string[],
): Promise<string> {
  const { introspect, generators, sort } = await loadEngine();
  // The engine sends several queries concurrently, so open several connections.
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
    if (!isPackageMissing(error)) throw error;
    throw new UsageError(
      "portico gen types needs a package: npm install --save-dev @supabase/postgrest-typegen",
    );
  }
}
