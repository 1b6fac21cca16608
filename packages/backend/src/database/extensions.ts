import { extensionScript } from "./scripts.ts";

/**
 * A stand-in for an extension that is written in C or only works with the hosted service's servers. SQL files below
 * `extensions/` define its schema, types and functions. docs/project-folders.md describes each stand-in.
 */
export interface StandIn {
  /** The version that PostgreSQL reports. */
  readonly version: string;
  /** Whether its functions work. If not, they exist, but each call throws an error that explains why. */
  readonly works: boolean;
  /** The fixed schema of the extension, regardless of the statement and the search path. */
  readonly schema?: string;
}

export const standIns: Readonly<Record<string, StandIn>> = {
  dblink: { version: "1.2", works: false },
  http: { version: "1.6", works: false },
  hypopg: { version: "1.4", works: false },
  index_advisor: { version: "0.2", works: false },
  pg_cron: { version: "1.6", works: true, schema: "pg_catalog" },
  pg_graphql: { version: "1.5", works: false, schema: "graphql" },
  pg_jsonschema: { version: "0.3", works: true },
  pg_net: { version: "0.14", works: true },
  pg_tle: { version: "1.4", works: false, schema: "pgtle" },
  pgjwt: { version: "0.2", works: true },
  pgmq: { version: "1.5", works: true, schema: "pgmq" },
  pgsodium: { version: "3.1", works: false, schema: "pgsodium" },
  supabase_vault: { version: "0.3", works: true, schema: "vault" },
  wrappers: { version: "0.5", works: false },
};

/** The extensions that a hosted project has before its first migration, and their schemas. */
const preinstalled = {
  pg_graphql: "graphql",
  pg_net: "extensions",
  pg_stat_statements: "extensions",
  pgjwt: "extensions",
  supabase_vault: "vault",
} as const;

export const isPreinstalled = (name: string) => Object.hasOwn(preinstalled, name);
export const isStandIn = (name: string) => Object.hasOwn(standIns, name);

/** A file in PostgreSQL's `extension` folder. */
export interface ExtensionFile {
  readonly name: string;
  readonly content: string;
}

/** Returns the control file and the SQL script of each stand-in extension. */
export async function extensionFiles(): Promise<ExtensionFile[]> {
  const files = Object.entries(standIns).map(async ([name, { version, schema }]) => [
    {
      name: `${name}.control`,
      content: [
        `default_version = '${version}'`,
        "relocatable = false",
        ...(schema ? [`schema = '${schema}'`] : []),
        "",
      ].join("\n"),
    },
    { name: `${name}--${version}.sql`, content: await extensionScript(name) },
  ]);
  return (await Promise.all(files)).flat();
}

/** Returns the scripts that create the extensions that a hosted project has before its first migration. */
export async function preinstallationScripts(): Promise<{ name: string; text: string }[]> {
  return Promise.all(
    Object.entries(preinstalled).map(async ([name, schema]) => ({
      name: `extension ${name}`,
      text: await creationStatement(name, schema),
    })),
  );
}

/**
 * Returns a statement that creates an extension if the server has it, and its stand-in otherwise. The statement does
 * nothing if either exists.
 */
export async function creationStatement(name: string, schema: string): Promise<string> {
  const standIn = isStandIn(name)
    ? `execute ${dollarQuote((await extensionScript(name)).replaceAll("@extschema@", quoteName(schema)))};
    insert into portico.stand_ins values (${sqlLiteral(name)});
    perform portico.own_schemas();`
    : "null;";
  return `do ${dollarQuote(`
declare
  before text := current_setting('search_path');
begin
  if exists (select from pg_extension where extname = ${sqlLiteral(name)})
    or exists (select from portico.stand_ins where stand_ins.name = ${sqlLiteral(name)}) then
    return;
  end if;
  if not exists (select from pg_namespace where nspname = ${sqlLiteral(schema)}) then
    create schema ${quoteName(schema)};
  end if;
  if exists (select from pg_available_extensions where pg_available_extensions.name = ${sqlLiteral(name)}) then
    -- Some extensions need a library that the server has to load when it starts.
    begin
      create extension ${quoteName(name)} with schema ${quoteName(schema)};
      return;
    exception when object_not_in_prerequisite_state or feature_not_supported or undefined_file
      or insufficient_privilege or config_file_error or raise_exception then
      null;
    end;
  end if;
  set local search_path = public;
  ${standIn}
  perform set_config('search_path', before, true);
end `)};`;
}

const quoteName = (name: string) => `"${name.replaceAll('"', '""')}"`;
const sqlLiteral = (text: string) => `'${text.replaceAll("'", "''")}'`;

/** Quotes a text with dollar quotes that it does not contain. */
function dollarQuote(text: string): string {
  let tag = "$portico$";
  while (text.includes(tag)) tag = tag.replace("$portico", "$portico_");
  return `${tag}${text}${tag}`;
}
