import { DatabaseError, DatabaseUnavailable, TooManyWaiting } from "../database/errors.ts";
import { grantedRole } from "../database/granted-role.ts";
import type {
  BatchResults,
  Connection,
  Rows,
  Statements,
  TransactionOptions,
} from "../database/port.ts";
import { join, type Sql, sql } from "../database/sql.ts";
import type { Caller } from "../http/caller/caller.ts";
import type { StorageContext } from "./context.ts";
import { fromDatabaseError, tooManyWaiting, unavailable } from "./errors.ts";

/** The request that a statement runs for. Policies can read it. */
export interface Scope {
  readonly caller: Caller;
  readonly request: Request;
  /** The name of the operation for `storage.operation()`, such as `storage.object.upload`. */
  readonly operation: string;
  /** Identifies the caller in the database's queue. */
  readonly key: string;
  /** The caller's network, for limits that concern all accounts of a network. */
  readonly network?: string | undefined;
}

/** Returns the user id of a token. */
export function ownerOf({ caller }: Pick<Scope, "caller">): string | undefined {
  const { sub } = caller.claims;
  return typeof sub === "string" ? sub : undefined;
}

/** The role that bypasses row-level security. The wire checks permissions itself before it uses this role. */
const serviceCaller: Caller = { role: "service_role", claims: { role: "service_role" } };

/** Returns the same request with row-level security bypassed. */
export function asService(scope: Scope): Scope {
  return { ...scope, caller: serviceCaller };
}

/**
 * Runs work in a transaction as the scope's caller.
 *
 * @throws {StorageError} for PostgreSQL's errors, after a rollback
 */
export async function inTransaction<Outcome>(
  context: StorageContext,
  scope: Scope,
  work: (connection: Connection) => Promise<Outcome>,
  modes: TransactionOptions = {},
): Promise<Outcome> {
  try {
    return await context.database.transaction(
      async (connection) => {
        await connection.query(setCallerSql(scope));
        return work(connection);
      },
      { ...modes, ...originOf(scope), runsProjectCode: true },
    );
  } catch (error) {
    throw toStorageError(error);
  }
}

/** Runs one statement as the scope's caller, in one round trip. */
export async function queryAs<Row>(
  context: StorageContext,
  scope: Scope,
  statement: Sql,
  modes: TransactionOptions = {},
): Promise<Rows<Row>> {
  const [result] = await batchAs<[Row]>(context, scope, [statement], modes);
  return result;
}

/** Runs statements in one transaction as the scope's caller, in one round trip. */
export async function batchAs<Results extends readonly unknown[]>(
  context: StorageContext,
  scope: Scope,
  statements: Statements<Results>,
  modes: TransactionOptions = {},
): Promise<BatchResults<Results>> {
  try {
    const [, ...results] = await context.database.batch<[unknown, ...Results]>(
      [setCallerSql(scope), ...statements],
      { ...modes, ...originOf(scope), runsProjectCode: true },
    );
    return results as unknown as BatchResults<Results>;
  } catch (error) {
    throw toStorageError(error);
  }
}

/** Two reads. The first one bypasses the policies, so its result must not be revealed to the caller. */
interface ServiceAndCallerReads {
  readonly asService: Sql;
  /** If this condition is true, the second statement also bypasses the policies. */
  readonly bypassesPolicies: Sql;
  readonly asCaller: Sql;
}

/** Reads with the policies bypassed, and then as the scope's caller, in one round trip. */
export async function readAsServiceAndCaller<ServiceRow, CallerRow>(
  context: StorageContext,
  scope: Scope,
  { asService: serviceRead, bypassesPolicies, asCaller: callerRead }: ServiceAndCallerReads,
): Promise<{
  readonly serviceRows: readonly ServiceRow[];
  readonly callerRows: readonly CallerRow[];
}> {
  try {
    const [, serviceResult, , callerResult] = await context.database.batch<
      [unknown, ServiceRow, unknown, CallerRow]
    >(
      [
        setCallerSql(asService(scope)),
        serviceRead,
        sql`${setCallerSql(scope)} where not (${bypassesPolicies})`,
        callerRead,
      ],
      {
        readOnly: true,
        ...originOf(scope),
        runsProjectCode: true,
      },
    );
    return { serviceRows: serviceResult.rows, callerRows: callerResult.rows };
  } catch (error) {
    throw toStorageError(error);
  }
}

/**
 * Runs a statement as the scope's caller, and rolls it back.
 *
 * @param serviceRead a read that bypasses the policies, sent in the same round trip
 * @returns the rows of `serviceRead`
 */
export async function testPermission<ServiceRow>(
  context: StorageContext,
  scope: Scope,
  serviceRead: Sql,
  statement: Sql,
): Promise<readonly ServiceRow[]> {
  try {
    const [, { rows }] = await context.database.batch<[unknown, ServiceRow, unknown, unknown]>(
      [setCallerSql(asService(scope)), serviceRead, setCallerSql(scope), statement],
      { ...originOf(scope), isDryRun: true },
    );
    return rows;
  } catch (error) {
    throw toStorageError(error);
  }
}

const originOf = ({ key, network }: Scope): TransactionOptions => ({ caller: key, network });

/**
 * Returns the statement that sets the role and the settings that policies read, until the transaction ends.
 * `set_config` needs no privilege.
 */
export function setCallerSql({ caller, request, operation }: Scope): Sql {
  const { role, claims } = caller;
  const { sub } = claims;
  const pairs = {
    "request.jwt.claim.role": role,
    "request.jwt.claim.sub": typeof sub === "string" ? sub : "",
    "request.jwt.claims": JSON.stringify({ ...claims, role }),
    "request.headers": JSON.stringify(Object.fromEntries(request.headers)),
    "request.method": request.method,
    "request.path": new URL(request.url).pathname,
    "storage.operation": operation,
    // Without this setting, a trigger refuses to delete rows. The wire may delete them, because it also deletes their
    // files.
    "storage.allow_delete_query": "true",
  };
  return sql`select set_config('role', ${grantedRole(role)}, true), ${join(
    Object.entries(pairs).map(([name, value]) => sql`set_config(${name}, ${value}, true)`),
  )}`;
}

/** Converts an error of the database to an error of the wire. Returns any other error unchanged. */
export function toStorageError(error: unknown): unknown {
  if (error instanceof DatabaseError) return fromDatabaseError(error);
  if (error instanceof TooManyWaiting) return tooManyWaiting();
  return error instanceof DatabaseUnavailable ? unavailable(error) : error;
}
