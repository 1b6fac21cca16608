import { DatabaseError } from "../database/errors.ts";
import { activeTransactionCode, commitNeededCodes } from "../database/migrations/apply-file.ts";
import { MigrationError } from "../database/migrations/migration-error.ts";
import type { Connection, Database } from "../database/port.ts";
import { sql } from "../database/sql.ts";
import { withMigrationLock } from "../database/system.ts";
import { type BuildFiles, type BuildOptions, fillDatabase, type StoredKeys } from "./build.ts";
import { databaseInTransaction } from "./one-transaction.ts";

/**
 * Drops everything in the database of a PostgreSQL server and builds it from a project folder, in one transaction.
 * Therefore a failing migration changes nothing, and other clients see the old database until the new one is complete.
 * If a statement cannot run in a transaction with the others, each file gets its own transaction.
 *
 * @returns the names of the applied files
 * @throws {MigrationError}
 */
export async function rebuildOnServer(
  database: Database,
  files: BuildFiles,
  keys: StoredKeys,
  progress: BuildOptions["progress"],
): Promise<string[]> {
  try {
    let applied: string[] = [];
    await withMigrationLock(database, async (connection) => {
      await dropAll(connection);
      const transactionDatabase = databaseInTransaction(database, connection);
      applied = await fillDatabase(transactionDatabase, files, keys, progress);
    });
    return applied;
  } catch (error) {
    if (!needsCommits(error)) throw error;
  }
  progress?.("A statement in these files cannot run in the same transaction as the others.");
  await withMigrationLock(database, dropAll);
  return fillDatabase(database, files, keys, progress);
}

function needsCommits(error: unknown): boolean {
  const cause = error instanceof MigrationError ? error.cause : error;
  return (
    cause instanceof DatabaseError &&
    [activeTransactionCode, ...commitNeededCodes].includes(cause.code)
  );
}

async function dropAll(connection: Connection): Promise<void> {
  await connection.query(sql`set local lock_timeout = '30s'`);
  await connection.script(dropEverything);
}

/**
 * Drops everything except objects that the database's user does not own, such as extensions that an administrator
 * created, and roles, which belong to the whole server. Drops schemas before extensions, because an extension may have
 * objects in a schema of the project.
 */
const dropEverything = `
do $$ declare target record;
begin
  for target in select pubname from pg_publication where pg_has_role(pubowner, 'member') loop
    execute format('drop publication %I', target.pubname);
  end loop;
  for target in
    select nspname from pg_namespace n
    where nspname <> 'information_schema' and nspname !~ '^pg_' and pg_has_role(nspowner, 'member')
      and not exists (
        select from pg_depend
        where classid = 'pg_namespace'::regclass and objid = n.oid and deptype = 'e')
  loop
    execute format('drop schema %I cascade', target.nspname);
  end loop;
  for target in
    select extname from pg_extension where extname <> 'plpgsql' and pg_has_role(extowner, 'member')
  loop
    execute format('drop extension if exists %I cascade', target.extname);
  end loop;
  create schema if not exists public authorization pg_database_owner;
  grant usage on schema public to public;
end $$`;
