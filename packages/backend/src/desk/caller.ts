import type { Connection, Transaction, TransactionOptions } from "../database/port.ts";
import { join, type Sql, sql } from "../database/sql.ts";
import type { DeskContext } from "./context.ts";
import { invalidRole, noUser } from "./errors.ts";

/** The role and user that a statement runs as. */
export interface RunAs {
  /** `postgres`, the owner of the tables, or a role that is granted to `authenticator`. */
  readonly role: string;
  /** The id of the user whose claims are set. */
  readonly user?: string | undefined;
  /** Additional claims, which override those of the user. */
  readonly claims?: Readonly<Record<string, unknown>> | undefined;
}

/** The desk's own role, which bypasses row-level security. */
const ownerRole = "postgres";

/** The desk's requests wait in their own queue, apart from those of the project's wires. */
const queueKey = "desk";

/**
 * Runs work in a transaction with a role, and with the claims that the REST API would set.
 *
 * @throws {DeskError} if the role or the user does not exist
 */
export async function inTransactionAs<Outcome>(
  context: Pick<DeskContext, "database" | "issuer">,
  runAs: RunAs,
  work: (connection: Transaction) => Promise<Outcome>,
  modes: Omit<TransactionOptions, "first" | "caller" | "runsProjectCode"> = {},
): Promise<Outcome> {
  return context.database.transaction(
    async (connection) => {
      const claims = await claimsOf(connection, context.issuer, runAs);
      await setCaller(connection, runAs.role, claims);
      return work(connection);
    },
    { ...modes, caller: queueKey, runsProjectCode: true },
  );
}

interface UserRow {
  readonly claims: Readonly<Record<string, unknown>>;
}

/** Returns the claims of the user's access token after a sign-in with a password. */
export async function claimsOf(
  connection: Connection,
  issuer: string,
  { role, user, claims }: RunAs,
): Promise<Readonly<Record<string, unknown>>> {
  if (user === undefined) return { ...claims, role };
  const { rows } = await connection.query<UserRow>(sql`
    select jsonb_build_object(
      'iss', ${issuer}::text, 'sub', u.id, 'aud', coalesce(u.aud, 'authenticated'),
      'iat', floor(extract(epoch from now())), 'exp', floor(extract(epoch from now())) + 3600,
      'email', coalesce(u.email, ''), 'phone', coalesce(u.phone, ''),
      'app_metadata', coalesce(u.raw_app_meta_data, '{}'),
      'user_metadata', coalesce(u.raw_user_meta_data, '{}'),
      'aal', 'aal1', 'is_anonymous', coalesce(u.is_anonymous, false),
      'amr', jsonb_build_array(jsonb_build_object(
        'method', 'password', 'timestamp', floor(extract(epoch from now()))))
    ) as claims
    from auth.users u where u.id = ${user}::uuid`);
  const [found] = rows;
  if (!found) throw noUser();
  return { ...found.claims, ...claims, role };
}

/**
 * Sets the role with its settings, such as `alter role anon set statement_timeout`, and the claims, until the
 * transaction ends. The settings come before the role, because the role may not be allowed to set them.
 */
async function setCaller(
  connection: Connection,
  role: string,
  claims: Readonly<Record<string, unknown>>,
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
  const [found] = rows;
  if (!found?.name && role !== ownerRole) throw invalidRole(role);
  const settings = (found?.settings ?? []).map((line): readonly [string, string] => {
    const equals = line.indexOf("=");
    return [line.slice(0, equals), line.slice(equals + 1)];
  });
  const pairs: (readonly [string, string])[] = [
    ["search_path", '"$user", public, extensions'],
    ...settings,
    ["request.jwt.claims", role === ownerRole ? "" : JSON.stringify(claims)],
    // If the server has no role `postgres`, the desk keeps the role of the connection.
    ["role", found?.name ?? "none"],
  ];
  await connection.query(setAll(pairs));
}

const setAll = (pairs: readonly (readonly [string, string])[]): Sql =>
  sql`select ${join(pairs.map(([name, value]) => sql`set_config(${name}, ${value}, true)`))}`;
