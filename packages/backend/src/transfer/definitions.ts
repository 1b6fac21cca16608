import { DatabaseError } from "../database/errors.ts";
import type { Connection, Database } from "../database/port.ts";
import { sql, trusted } from "../database/sql.ts";
import { platformRolePattern } from "./platform.ts";

/** Returns an SQL literal. */
const quoteLiteral = (text: string) =>
  text.includes("\\")
    ? ` E'${text.replaceAll("\\", "\\\\").replaceAll("'", "''")}'`
    : `'${text.replaceAll("'", "''")}'`;
const quoteName = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** Statements that create the objects that pg_dump omits. */
export interface Definitions {
  /** The project's roles, and settings for roles and for the database. */
  readonly roles: readonly string[];
  /** The project's triggers and policies on the platform's tables. */
  readonly onPlatformTables: readonly string[];
}

export async function readDefinitions(
  database: Database,
  schemas: readonly string[],
): Promise<Definitions> {
  return database.transaction(async (connection) => {
    // Set an empty search path, so that PostgreSQL qualifies all names with their schema.
    await connection.query(sql`set local search_path to ''`);
    const roles = await readProjectRoles(connection, database.engine);
    return {
      roles: [
        ...(await readRoleCreations(connection, roles)),
        ...(await readSettings(connection, roles)),
      ],
      onPlatformTables: [
        ...(await readTriggers(connection, schemas)),
        ...(await readPolicies(connection, schemas)),
      ],
    };
  });
}

type Role = Readonly<Record<string, string | boolean>>;

/** Returns the project's roles. On a shared server, only roles that this database uses are included. */
async function readProjectRoles(
  connection: Connection,
  engine: Database["engine"],
): Promise<readonly Role[]> {
  const isUsedRole = trusted(
    engine === "pglite"
      ? "true"
      : `exists (select from pg_shdepend where refclassid = 'pg_authid'::regclass and refobjid = pg_roles.oid
          and dbid = (select oid from pg_database where datname = current_database()))`,
  );
  const { rows } = await connection.query<Role>(sql`
    select rolname, rolcanlogin, rolinherit, rolbypassrls, rolcreaterole, rolcreatedb
    from pg_roles where ${isUsedRole} and rolname <> current_user and oid >= 16384 order by rolname`);
  return rows.filter(({ rolname }) => !platformRolePattern.test(String(rolname)));
}

/** Returns statements that create missing roles, and grant their memberships. */
async function readRoleCreations(
  connection: Connection,
  roles: readonly Role[],
): Promise<string[]> {
  const passwords = await readPasswords(connection);
  const { rows: members } = await connection.query<{ role: string; member: string }>(sql`
    select roleid::regrole::text as role, member::regrole::text as member from pg_auth_members`);
  const statements = roles.map((role) => {
    const name = String(role["rolname"]);
    const password = passwords.get(name);
    const attributes = [
      role["rolcanlogin"] ? "login" : "nologin",
      role["rolinherit"] ? "inherit" : "noinherit",
      ...(role["rolbypassrls"] ? ["bypassrls"] : []),
      ...(role["rolcreaterole"] ? ["createrole"] : []),
      ...(role["rolcreatedb"] ? ["createdb"] : []),
      ...(password ? [`password ${quoteLiteral(password)}`] : []),
    ];
    const create = `create role ${quoteName(name)} ${attributes.join(" ")}`;
    return `do $portico$ begin if to_regrole(${quoteLiteral(quoteName(name))}) is null then ${create}; end if; end $portico$;`;
  });
  const names = new Set(
    roles.map(({ rolname }) => quoteName(String(rolname)).replace(/^"([a-z_]\w*)"$/, "$1")),
  );
  const grants = members
    .filter(({ role, member }) => names.has(role) || names.has(member))
    .map(({ role, member }) => `grant ${role} to ${member};`);
  return [...statements, ...grants];
}

/** Returns password hashes by role. Returns none if the user may not read them. */
async function readPasswords(connection: Connection): Promise<Map<string, string>> {
  await connection.query(sql`savepoint passwords`);
  try {
    const { rows } = await connection.query<{ rolname: string; rolpassword: string }>(
      sql`select rolname, rolpassword from pg_authid where rolpassword is not null`,
    );
    return new Map(rows.map(({ rolname, rolpassword }) => [rolname, rolpassword]));
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error;
    await connection.query(sql`rollback to passwords`);
    return new Map();
  }
}

/** Settings whose values are lists. A list must not be quoted as a single literal. */
const listSettings = ["search_path", "temp_tablespaces", "session_preload_libraries"];

/** Returns the settings of the database, of these roles, and of the platform's roles. */
async function readSettings(connection: Connection, roles: readonly Role[]): Promise<string[]> {
  const names = new Set(roles.map(({ rolname }) => rolname));
  const { rows } = await connection.query<{
    role: string | null;
    isForDatabase: boolean;
    setting: string;
  }>(sql`
    select rolname as role, setdatabase <> 0 as "isForDatabase", unnest(setconfig) as setting
    from pg_db_role_setting left join pg_roles on pg_roles.oid = setrole
    where setdatabase in (0, (select oid from pg_database where datname = current_database()))`);
  // Leave out roles of the server's other databases, which the export does not include.
  const includedRows = rows.filter(
    ({ role }) => role === null || names.has(role) || platformRolePattern.test(role),
  );
  return includedRows.map(({ role, isForDatabase, setting }) => {
    const [name = "", ...rest] = setting.split("=");
    const value = rest.join("=");
    const assignment = `set ${name} to ${listSettings.includes(name) ? value || "''" : quoteLiteral(value)}`;
    const scope = isForDatabase ? ["database %I"] : [];
    const subject = role === null ? "" : `role ${quoteName(role)}${isForDatabase ? " in" : ""} `;
    const statement = `alter ${subject}${scope.join("")} ${assignment}`.replaceAll(/%(?!I)/g, "%%");
    return isForDatabase
      ? `do $portico$ begin execute format(${quoteLiteral(statement)}, current_database()); end $portico$;`
      : `${statement.replaceAll("%%", "%")};`;
  });
}

async function readTriggers(connection: Connection, schemas: readonly string[]): Promise<string[]> {
  const { rows } = await connection.query<{ statement: string }>(sql`
    select pg_get_triggerdef(pg_trigger.oid) as statement
    from pg_trigger
      join pg_class on pg_class.oid = tgrelid
      join pg_proc on pg_proc.oid = tgfoid
    where not tgisinternal and relnamespace::regnamespace::text = any(${schemas}::text[])
      and (pronamespace::regnamespace::text <> all(${schemas}::text[])
        or pronamespace::regnamespace::text = 'supabase_functions')
    order by tgname`);
  return rows.map(({ statement }) => `${statement};`);
}

async function readPolicies(connection: Connection, schemas: readonly string[]): Promise<string[]> {
  const { rows } = await connection.query<{ statement: string }>(sql`
    select format('create policy %I on %I.%I as %s for %s to %s', policyname, schemaname, tablename,
      permissive, cmd, array_to_string(array(select case role when 'public' then role::text
        else quote_ident(role::text) end from unnest(roles) role), ', '))
      || coalesce(' using (' || qual || ')', '')
      || coalesce(' with check (' || with_check || ')', '') as statement
    from pg_policies where schemaname = any(${schemas}::text[]) order by tablename, policyname`);
  return rows.map(({ statement }) => `${statement};`);
}
