import { systemMigrations } from "../database/system.ts";

/** Schemas that the hosted service makes, and this backend does not. */
const hosted = ["graphql", "pgbouncer", "pgsodium", "pgsodium_masks", "_realtime", "_analytics"];

/** The schemas that every project has, whose objects a project does not bring along. */
export async function platformSchemas(): Promise<string[]> {
  const texts = (await systemMigrations()).map(({ text }) => text);
  const made = texts.flatMap((text) =>
    [...text.matchAll(/create schema (?:if not exists )?(\w+)/gi)].map(([, name = ""]) => name),
  );
  return [...new Set(["portico", ...made, ...hosted])].filter((name) => name !== "public");
}

/** Tables that say which version of the platform is there. */
export const versionTables: readonly string[] = [
  "portico.system_migrations",
  "auth.schema_migrations",
  "storage.migrations",
  "realtime.schema_migrations",
  "supabase_functions.migrations",
];

/** Tables of the platform whose rows a hosted project takes. */
export const hostedTables: ReadonlySet<string> = new Set([
  "auth.users",
  "auth.identities",
  "storage.buckets",
  "storage.objects",
]);

/** Roles that every project has. */
export const platformRole =
  /^(pg_|supabase_|pgsodium_|cli_login|(anon|authenticated|service_role|authenticator|dashboard_user|postgres|pgbouncer)$)/;
