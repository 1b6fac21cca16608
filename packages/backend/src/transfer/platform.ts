import { systemMigrations } from "../database/system.ts";

/** The schemas that only the hosted service has. */
const hostedOnlySchemas = [
  "graphql",
  "pgbouncer",
  "pgsodium",
  "pgsodium_masks",
  "_realtime",
  "_analytics",
];

/** Returns the platform's schemas. Their objects are not exported. */
export async function platformSchemas(): Promise<string[]> {
  const texts = (await systemMigrations()).map(({ text }) => text);
  const createdSchemas = texts.flatMap((text) =>
    [...text.matchAll(/create schema (?:if not exists )?(\w+)/gi)].map(([, name = ""]) => name),
  );
  return [...new Set(["portico", ...createdSchemas, ...hostedOnlySchemas])].filter(
    (name) => name !== "public",
  );
}

/** Tables that record the version of the platform. */
export const versionTables: readonly string[] = [
  "portico.system_migrations",
  "auth.schema_migrations",
  "storage.migrations",
  "realtime.schema_migrations",
  "supabase_functions.migrations",
];

/** Tables of the platform whose rows can be imported into a hosted project. */
export const hostedTables: ReadonlySet<string> = new Set([
  "auth.users",
  "auth.identities",
  "storage.buckets",
  "storage.objects",
]);

/** Roles that every project has. */
export const platformRolePattern =
  /^(pg_|supabase_|pgsodium_|cli_login|(anon|authenticated|service_role|authenticator|dashboard_user|postgres|pgbouncer)$)/;
