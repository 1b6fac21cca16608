import type { Database } from "../../database/port.ts";
import { sql } from "../../database/sql.ts";
import { doubtful, type Finding, wrong } from "../finding.ts";
import { type Calls, formatList, formatLocations } from "./calls.ts";
import { findListenedTables, type ListenedTable, nameOf } from "./tables.ts";
import { refusedWrites } from "./writes.ts";

/** The database whose tables are examined. */
export interface ExaminedDatabase {
  readonly database: Database;
  /** Whether the database was only created from the migrations. Other objects may have been created elsewhere. */
  readonly isScratch: boolean;
}

/** Finds reasons in the catalogue why the application's listeners would not receive anything. */
export async function examineTables(examined: ExaminedDatabase, calls: Calls): Promise<Finding[]> {
  const { database } = examined;
  const { rows } = await database.query(
    sql`select from pg_publication where pubname = 'supabase_realtime'`,
  );
  const closed = await privateChannels(examined, calls);
  if (rows.length === 0) return [...closed, ...withoutPublication(calls)];
  const tables = await findListenedTables(database, calls.changes);
  return [
    ...closed,
    ...tables.flatMap((table) =>
      table.isPublished ? checkReadable(table) : notPublished(examined, table),
    ),
    ...(await refusedWrites(database)),
  ];
}

/** Returns the wording of a finding, which is less certain if it is only based on the migrations. */
const wordingFor = ({ isScratch }: ExaminedDatabase) =>
  isScratch
    ? {
        finding: doubtful,
        so: ", according to the migrations",
        unless:
          " Ignore this if it was done elsewhere, such as on the hosted project's dashboard.",
      }
    : { finding: wrong, so: "", unless: "" };

function withoutPublication({ changes }: Calls): Finding[] {
  if (changes.length === 0) return [];
  return [
    wrong(
      `No client receives changes of tables (${formatLocations(changes)}): there is no publication supabase_realtime.`,
      "create publication supabase_realtime; and add the tables to it.",
    ),
  ];
}

/** Explains why listeners of a table that is not published receive nothing. */
function notPublished(examined: ExaminedDatabase, table: ListenedTable): Finding[] {
  const { finding, so, unless } = wordingFor(examined);
  const name = nameOf(table);
  const [reason, fix] = reasonFor(table, name);
  return [
    finding(
      `No client receives changes of ${name} (${formatLocations(table.listeners)})${so}: ${reason}.`,
      `${fix}${unless}`,
    ),
  ];
}

function reasonFor({ kind, hasPublishedParts }: ListenedTable, name: string): [string, string] {
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
  const name = nameOf(table);
  const subject = `A client that listens to ${name} (${formatLocations(table.listeners)})`;
  if (!table.hasKey) {
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
  if (table.hasPolicies && !table.isShown) {
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

async function privateChannels(
  examined: ExaminedDatabase,
  { isPrivate }: Calls,
): Promise<Finding[]> {
  if (isPrivate.length === 0) return [];
  const { rows } = await examined.database.query<{ isThere: boolean }>(sql`
    select exists (
      select from pg_policies
      where schemaname = 'realtime' and tablename = 'messages' and permissive = 'PERMISSIVE' and cmd in ('SELECT', 'ALL')
    ) as "isThere"`);
  if (rows[0]?.isThere) return [];
  const { finding, so, unless } = wordingFor(examined);
  return [
    finding(
      `No user may join a private channel (${formatList(isPrivate)})${so}: realtime.messages has no policy for select.`,
      `create policy … on realtime.messages for select to authenticated using (… realtime.topic() …);${unless}`,
    ),
  ];
}
