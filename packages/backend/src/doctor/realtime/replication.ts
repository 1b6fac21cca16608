import { DatabaseUnavailable } from "../../database/errors.ts";
import { openDatabaseAt } from "../../database/location.ts";
import type { Database } from "../../database/port.ts";
import { sql } from "../../database/sql.ts";
import { doubtful, type Finding, wrong } from "../finding.ts";

/**
 * Examines how a database reports changes to tables. A server without `wal_level = logical` is not a finding, because
 * triggers report the changes there, and users of a managed server may not be able to change the setting.
 *
 * @param options.directUrl `DATABASE_DIRECT_URL`
 * @param options.longSeconds the age from which a transaction counts as long
 */
export async function examineReplication(
  database: Database,
  {
    directUrl,
    longSeconds = 60,
  }: { readonly directUrl?: string | undefined; readonly longSeconds?: number },
): Promise<Finding[]> {
  if (database.engine === "pglite") return [];
  if (directUrl !== undefined) return examineDirect(directUrl, longSeconds);
  if (database.replicate) return examineServer(database, longSeconds);
  return createFinding(
    "DATABASE_URL leads through a pooler",
    "Set DATABASE_DIRECT_URL to the address of the server itself.",
  );
}

const createFinding = (reason: string, fix: string): Finding[] => [
  wrong(`No client receives changes of tables: ${reason}.`, fix),
];

async function examineDirect(directUrl: string, longSeconds: number): Promise<Finding[]> {
  let directDatabase: Database;
  try {
    directDatabase = await openDatabaseAt({ url: directUrl });
  } catch (error) {
    if (!(error instanceof DatabaseUnavailable)) throw error;
    return createFinding(
      "the server that DATABASE_DIRECT_URL names cannot be reached",
      "Correct the address. Without it, processes do not receive each other's messages either.",
    );
  }
  try {
    if (directDatabase.replicate) return await examineServer(directDatabase, longSeconds);
    return createFinding(
      "DATABASE_DIRECT_URL also leads through a pooler",
      "It has to name the server itself, which often has another port (5432).",
    );
  } finally {
    await directDatabase.close();
  }
}

async function examineServer(database: Database, longSeconds: number): Promise<Finding[]> {
  const { rows } = await database.query<Server>(sql`
    select current_setting('wal_level') as level, current_user as role,
      rolsuper or rolreplication or exists (
        -- Amazon RDS gives the right by a role.
        select from pg_roles as r where r.rolname = 'rds_replication' and pg_has_role(current_user, r.oid, 'member')
      ) as "mayReplicate",
      current_setting('max_replication_slots')::int as "maxSlots",
      array(select slot_name::text from pg_replication_slots order by slot_name) as slots,
      current_setting('max_wal_senders')::int as "maxSenders",
      (select count(*)::int from pg_stat_activity where backend_type = 'walsender') as senders
    from pg_roles where rolname = current_user`);
  const [server] = rows;
  if (server?.level !== "logical") return [];
  const { role, mayReplicate, slots, maxSlots, senders, maxSenders } = server;
  const consequence =
    "although wal_level is logical, triggers report changes, which makes every write slower";
  if (!mayReplicate) {
    const reason = `The role ${role} may not replicate`;
    return [doubtful(`${reason}: ${consequence}.`, `alter role ${role} replication;`)];
  }
  const findings: Finding[] = [];
  if (slots.length >= maxSlots) {
    findings.push(
      doubtful(
        `No replication slot is free (max_replication_slots = ${maxSlots}, taken by ${slots.join(", ")}): ${consequence}, for each process without one.`,
        "Raise max_replication_slots, which requires a restart, or drop the slots without a reader.",
      ),
    );
  }
  if (senders >= maxSenders) {
    findings.push(
      wrong(
        `No connection for replication is free (max_wal_senders = ${maxSenders}): a process without one reports no changes.`,
        "Raise max_wal_senders, which requires a restart: each process needs one.",
      ),
    );
  }
  return [...findings, ...(await longTransactions(database, longSeconds))];
}

interface Server {
  readonly level: string;
  readonly role: string;
  readonly mayReplicate: boolean;
  readonly slots: readonly string[];
  readonly maxSlots: number;
  readonly senders: number;
  readonly maxSenders: number;
}

/**
 * Finds long transactions. A new slot waits until all transactions that have written, in any database of the server,
 * have ended.
 */
async function longTransactions(database: Database, longSeconds: number): Promise<Finding[]> {
  const { rows } = await database.query<{
    transactionName: string;
    since: Date;
    endStatement: string;
  }>(sql`
    select * from (
      select format('a transaction of process %s (%s)', pid, coalesce(nullif(application_name, ''), usename)) as "transactionName", xact_start as since,
        format('select pg_terminate_backend(%s);', pid) as "endStatement"
      from pg_stat_activity
      where backend_xid is not null and backend_type = 'client backend' and pid <> pg_backend_pid()
      union all
      select format('the prepared transaction %L of the database %s', gid, database), prepared, format('rollback prepared %L;', gid)
      from pg_prepared_xacts
    ) as t
    where since <= clock_timestamp() - make_interval(secs => ${longSeconds}) order by since`);
  return rows.map(({ transactionName, since, endStatement }) =>
    doubtful(
      `The first client that listens has to wait: ${transactionName} has been open since ${since.toISOString()}, and ` +
        "replication begins only when it has ended.",
      `Commit the transaction, or end it: ${endStatement}`,
    ),
  );
}

/** A slot that retains less than this may belong to a reader that was only disconnected briefly. */
const minHeldBytes = 64 * 1024 * 1024;

/** Finds slots without a reader. The server retains its log for them until the disk is full. */
export async function examineSlots(database: Database): Promise<Finding[]> {
  if (database.engine === "pglite") return [];
  const { rows } = await database.query<{
    name: string;
    retainedSize: string;
    dropStatement: string;
  }>(sql`
    select slot_name as name, pg_size_pretty(held) as "retainedSize", format('select pg_drop_replication_slot(%L);', slot_name) as "dropStatement"
    from (
      select *, pg_wal_lsn_diff(
        case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end, restart_lsn) as held
      from pg_replication_slots where not active
    ) as s
    where held >= ${minHeldBytes} order by s.held desc`);
  return rows.map(({ name, retainedSize, dropStatement }) =>
    doubtful(
      `The replication slot ${name} has no reader. The server retains ${retainedSize} of its log for it, and more until its disk is full.`,
      `If its reader does not come back: ${dropStatement}`,
    ),
  );
}
