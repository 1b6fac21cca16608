import type { Database } from "../../database/port.ts";
import { sql } from "../../database/sql.ts";
import { doubtful, type Finding, wrong } from "../finding.ts";
import { type ChannelCalls, formatList, formatLocations } from "./calls.ts";
import { findListenedTables, formatTableName, type ListenedTable } from "./listened-tables.ts";
import { findRefusedWrites } from "./writes.ts";

/** The database whose tables are examined. */
export interface ExaminedDatabase {
  readonly database: Database;
  /**
   * Whether the database is a temporary one, created from the migrations. The project's database may contain more
   * objects.
   */
  readonly isTemporary: boolean;
}

/** Finds reasons in PostgreSQL's catalog why the application's listeners would not receive anything. */
export async function examineTables(
  options: ExaminedDatabase,
  calls: ChannelCalls,
): Promise<Finding[]> {
  const { database } = options;
  const { rows } = await database.query(
    sql`select from pg_publication where pubname = 'supabase_realtime'`,
  );
  const channelFindings = await examinePrivateChannels(options, calls);
  if (rows.length === 0) return [...channelFindings, ...describeMissingPublication(calls)];
  const tables = await findListenedTables(database, calls.changes);
  return [
    ...channelFindings,
    ...tables.flatMap((table) =>
      table.isPublished ? checkReadable(table) : describeUnpublished(options, table),
    ),
    ...(await findRefusedWrites(database)),
  ];
}

/** Returns the wording of a finding, which is less certain if it is only based on the migrations. */
const chooseWording = ({ isTemporary }: ExaminedDatabase) =>
  isTemporary
    ? {
        finding: doubtful,
        so: ", according to the migrations",
        unless: " Ignore this if it was done elsewhere, such as on the hosted project's dashboard.",
      }
    : { finding: wrong, so: "", unless: "" };

function describeMissingPublication({ changes }: ChannelCalls): Finding[] {
  if (changes.length === 0) return [];
  return [
    wrong(
      `No client receives changes of tables (${formatLocations(changes)}): there is no publication supabase_realtime.`,
      "create publication supabase_realtime; and add the tables to it.",
    ),
  ];
}

/** Explains why listeners of a table that is not published receive nothing. */
function describeUnpublished(options: ExaminedDatabase, table: ListenedTable): Finding[] {
  const { finding, so: certainty, unless: exception } = chooseWording(options);
  const name = formatTableName(table);
  const [reason, fix] = findReason(table, name);
  return [
    finding(
      `No client receives changes of ${name} (${formatLocations(table.listeners)})${certainty}: ${reason}.`,
      `${fix}${exception}`,
    ),
  ];
}

function findReason({ kind, hasPublishedParts }: ListenedTable, name: string): [string, string] {
  if (kind === null) {
    return [
      "there is no such table",
      "Correct its name, which is case-sensitive, or create it: portico start applies migrations.",
    ];
  }
  if (kind === "v" || kind === "m") {
    return [
      "it is a view, and a publication can only contain tables",
      "Listen to the tables that it reads.",
    ];
  }
  if (hasPublishedParts) {
    return [
      "it is partitioned, and its changes are published with the names of its partitions",
      'Listen to these, or to table: "*".',
    ];
  }
  return [
    "it is not in the publication supabase_realtime",
    `Add this to a migration: alter publication supabase_realtime add table ${name};`,
  ];
}

/** Checks whether users may read the rows of a table. */
function checkReadable(table: ListenedTable): Finding[] {
  const name = formatTableName(table);
  const subject = `A client that listens to ${name} (${formatLocations(table.listeners)})`;
  if (!table.hasPrimaryKey) {
    return [
      wrong(
        `${subject} learns that something changed, but not what ("Error 400: Bad Request, no primary key").`,
        `alter table ${name} add primary key (…);`,
      ),
    ];
  }
  if (!table.isReadable) {
    return [
      doubtful(
        `${subject} receives "Error 401: Unauthorized" unless it has the secret key: neither anon nor authenticated may ` +
          "read its primary key.",
        `grant select on ${name} to authenticated;`,
      ),
    ];
  }
  if (table.hasRowSecurity && !table.hasSelectPolicy) {
    return [
      doubtful(
        `${subject} only receives deletions unless it has the secret key: row level security is on, and no policy is ` +
          "for select.",
        `create policy … on ${name} for select to authenticated using (…);`,
      ),
    ];
  }
  return [];
}

async function examinePrivateChannels(
  options: ExaminedDatabase,
  { privateChannels }: ChannelCalls,
): Promise<Finding[]> {
  if (privateChannels.length === 0) return [];
  const { rows } = await options.database.query<{ hasPolicy: boolean }>(sql`
    select exists (
      select from pg_policies
      where schemaname = 'realtime' and tablename = 'messages' and permissive = 'PERMISSIVE' and cmd in ('SELECT', 'ALL')
    ) as "hasPolicy"`);
  if (rows[0]?.hasPolicy) return [];
  const { finding, so: certainty, unless: exception } = chooseWording(options);
  return [
    finding(
      `No user may join a private channel (${formatList(privateChannels)})${certainty}: realtime.messages has no policy for select.`,
      `create policy … on realtime.messages for select to authenticated using (… realtime.topic() …);${exception}`,
    ),
  ];
}
