import type { Connection, Transaction, TransactionOptions } from "../database/port.ts";
import { join, type Sql, sql } from "../database/sql.ts";
import { appSettingsOf } from "../rest/settings.ts";
import { UsageError } from "../usage-error.ts";
import { resolveCaller, UnknownUser } from "../why/resolve-caller.ts";
import type { DataContext } from "./context.ts";
import { inputMistake, invalidRole, noUser } from "./errors.ts";

/** The role and user that a statement runs as. */
export interface RunAs {
  /** `postgres`, the owner of the tables, or a role that is granted to `authenticator`. */
  readonly role: string;
  /** The id of the user whose claims are set. */
  readonly user?: string | undefined;
  /** More claims, which replace those of the user. A claim that is null is removed. */
  readonly claims?: Readonly<Record<string, unknown>> | undefined;
  /** The headers of a client's request, which SQL reads with `current_setting('request.headers')`. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** The request to the REST API that would have the same effect. Functions and policies can read its parts. */
export interface ActingRequest {
  readonly method: string;
  readonly path: string;
  /** The first schema of the search path. */
  readonly schema: string;
}

/** The desk's own role, which bypasses row-level security. */
export const ownerRole = "postgres";

/** The desk's transactions have their own queue, separate from those of the wires. */
const queueKey = "desk";

type CallerContext = Pick<DataContext, "database" | "config" | "env">;

/**
 * Runs work in a transaction with a role and with the settings that the REST API would set: the token's claims
 * (including those that the hook `custom_access_token` adds), the parts of the request, and `app.settings`.
 *
 * @throws {DeskError} if the role or the user does not exist
 */
export async function inTransactionAs<Outcome>(
  context: CallerContext,
  runAs: RunAs,
  work: (connection: Transaction) => Promise<Outcome>,
  {
    request = { method: "GET", path: "/", schema: "public" },
    ...modes
  }: Omit<TransactionOptions, "first" | "caller" | "runsProjectCode"> & {
    readonly request?: ActingRequest;
  } = {},
): Promise<Outcome> {
  const caller = await callerOf(context, runAs);
  const settings =
    caller.role === ownerRole
      ? [["search_path", '"$user", public, extensions'] as const]
      : requestSettings(context, request, runAs.headers ?? {});
  return context.database.transaction(
    async (connection) => {
      await setCaller(connection, caller, settings);
      return work(connection);
    },
    { ...modes, caller: queueKey, runsProjectCode: true },
  );
}

/** The role and the claims that a statement runs with. */
export interface DeskCaller {
  readonly role: string;
  readonly claims: Readonly<Record<string, unknown>>;
}

/** Returns the role and the claims that a client would have. @throws {DeskError} */
export async function callerOf(
  { database, config }: CallerContext,
  { role, user, claims = {} }: RunAs,
): Promise<DeskCaller> {
  if (role === ownerRole) return { role, claims: {} };
  if (user === undefined) return { role, claims: { ...claims, role } };
  try {
    const caller = await resolveCaller(database, config, { as: user, claims });
    // A client's token cannot have this role.
    if (caller.role === ownerRole) throw invalidRole(ownerRole);
    return caller;
  } catch (error) {
    if (error instanceof UnknownUser) throw noUser();
    if (error instanceof UsageError) throw inputMistake(error.message);
    throw error;
  }
}

function requestSettings(
  { config, env }: CallerContext,
  { method, path, schema }: ActingRequest,
  headers: Readonly<Record<string, string>>,
): Setting[] {
  const searchPath = [schema, ...config.api.extra_search_path];
  const lowerCaseHeaders = Object.entries(headers).map(([name, value]) => [
    name.toLowerCase(),
    value,
  ]);
  return [
    ["search_path", searchPath.map((name) => `"${name.replaceAll('"', '""')}"`).join(", ")],
    ...Object.entries(appSettingsOf(env)).map(
      ([name, value]): Setting => [`app.settings.${name}`, value],
    ),
    ["request.method", method],
    ["request.path", path],
    ["request.headers", JSON.stringify(Object.fromEntries(lowerCaseHeaders))],
    ["request.cookies", "{}"],
  ];
}

type Setting = readonly [name: string, value: string];

/**
 * Sets the claims, the role, and the role's settings (such as those of `alter role anon set statement_timeout`) until
 * the transaction ends. The settings come before the role, because the role may not be allowed to set them.
 */
async function setCaller(
  connection: Connection,
  { role, claims }: DeskCaller,
  callerSettings: readonly Setting[],
): Promise<void> {
  const { rows } = await connection.query<{
    readonly name: string | null;
    readonly settings: string[];
  }>(sql`
    select (
        select rolname from pg_catalog.pg_roles
        where rolname = ${role}::text and rolname <> 'authenticator'
          and case when rolname = ${ownerRole} then pg_catalog.pg_has_role(oid, 'member')
            else pg_catalog.pg_has_role('authenticator', oid, 'member') end
      ) as name,
      coalesce((
        select array_agg(line) from pg_catalog.pg_roles r, unnest(r.rolconfig) as _(line)
        where r.rolname = ${role}::text and ${role}::text <> ${ownerRole}
          and split_part(line, '=', 1) in ('statement_timeout', 'lock_timeout', 'search_path', 'timezone')
      ), '{}') as settings`);
  const [existingRole] = rows;
  if (!existingRole?.name && role !== ownerRole) throw invalidRole(role);
  const settings = (existingRole?.settings ?? []).map((line): Setting => {
    const equals = line.indexOf("=");
    return [line.slice(0, equals), line.slice(equals + 1)];
  });
  const pairs: Setting[] = [
    ...callerSettings,
    ...settings,
    ["request.jwt.claims", role === ownerRole ? "" : JSON.stringify(claims)],
    // Without a role `postgres` on the server, the desk keeps the role of the connection.
    ["role", existingRole?.name ?? "none"],
  ];
  await connection.query(setAll(pairs));
}

const setAll = (pairs: readonly Setting[]): Sql =>
  sql`select ${join(pairs.map(([name, value]) => sql`set_config(${name}, ${value}, true)`))}`;
