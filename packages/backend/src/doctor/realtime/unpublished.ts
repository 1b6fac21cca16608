import type { Database } from "../../database/port.ts";
import { sql } from "../../database/sql.ts";
import { doubtful, type Finding, wrong } from "../finding.ts";
import type { Calls } from "./calls.ts";
import { formatList, formatLocations } from "./locations.ts";
import { isName, type ListenedTable, nameOf, tablesOf } from "./tables.ts";
import { refusedWrites } from "./writes.ts";

/** The database whose tables are examined. */
export interface ExaminedDatabase {
  readonly database: Database;
  /** Whether the database was created from the migrations alone: there may be objects created elsewhere. */
  readonly isScratch: boolean;
  /** Whether changes come from logical replication instead of triggers. */
  readonly isReplicated: boolean;
}

/** Finds reasons in the catalogue why the application's listeners would receive nothing. */
export async function examineTables(examined: ExaminedDatabase, calls: Calls): Promise<Finding[]> {
  const { database } = examined;
  const { rows } = await database.query<{ actions: readonly string[] }>(sql`
    select array_remove(array[case when pubinsert then 'INSERT' end, case when pubupdate then 'UPDATE' end,
      case when pubdelete then 'DELETE' end], null) as actions
    from pg_publication where pubname = 'supabase_realtime'`);
  const [publication] = rows;
  const closed = await privateChannels(examined, calls);
  if (!publication) return [...closed, ...withoutPublication(calls)];
  const tables = await tablesOf(database, calls.changes);
  const published = tables.filter(({ isPublished }) => isPublished);
  return [
    ...closed,
    ...tables.flatMap((table) => checkPublished(examined, table)),
    ...(await checkAnyPublished(examined, calls)),
    ...checkActions(publication.actions, published),
    ...published.flatMap((table) => [...checkFilters(examined, table), ...checkReadable(table)]),
    ...(await refusedWrites(database)),
  ];
}

/** Returns the wording for a certain finding, or for one that is based on the migrations alone. */
const wordingFor = ({ isScratch }: ExaminedDatabase) =>
  isScratch
    ? {
        finding: doubtful,
        so: ", as far as the migrations tell",
        unless:
          " Where that was done elsewhere, as on the hosted project's dashboard, all is well.",
      }
    : { finding: wrong, so: "", unless: "" };

function withoutPublication({ changes }: Calls): Finding[] {
  if (changes.length === 0) return [];
  return [
    wrong(
      `Nobody is told of changes of tables (${formatLocations(changes)}): there is no publication supabase_realtime.`,
      "create publication supabase_realtime; and add the tables to it.",
    ),
  ];
}

/** Checks whether listeners of a table are refused, or receive nothing. */
function checkPublished(examined: ExaminedDatabase, table: ListenedTable): Finding[] {
  const { finding, so, unless } = wordingFor(examined);
  const name = nameOf(table);
  const findingsFor = (reason: string, fix: string) => [
    finding(
      `Nobody is told of changes of ${name} (${formatLocations(table.listeners)})${so}: ${reason}.`,
      `${fix}${unless}`,
    ),
  ];
  const { kind, isPublished, hasPublishedParts } = table;
  if (kind === null) {
    return findingsFor(
      "there is no such table",
      "Correct its name, in which capitals count, or make it: portico start applies migrations.",
    );
  }
  if (kind === "v" || kind === "m") {
    return findingsFor(
      "it is a view, and a publication has tables alone",
      "Listen to the tables that it reads.",
    );
  }
  if (hasPublishedParts && !isPublished) {
    return findingsFor(
      "it is partitioned, and its changes come under the names of its partitions",
      'Listen to these, or to table: "*". Where wal_level is logical, alter publication supabase_realtime set ' +
        "(publish_via_partition_root) has them come under its own name.",
    );
  }
  if (!isPublished) {
    return findingsFor(
      "it is not in the publication supabase_realtime",
      `Put this into a migration: alter publication supabase_realtime add table ${name};`,
    );
  }
  if (kind === "p" && !examined.isReplicated) {
    return findingsFor(
      "it is partitioned and published under its own name (publish_via_partition_root), of which replication alone can tell",
      "Use a server whose wal_level is logical, or listen to its partitions after alter publication " +
        "supabase_realtime set (publish_via_partition_root = false).",
    );
  }
  return [];
}

/** Checks listeners to all tables or to computed names, if nothing is published. */
async function checkAnyPublished(
  examined: ExaminedDatabase,
  { changes }: Calls,
): Promise<Finding[]> {
  const { rows } = await examined.database.query<{ schema: string }>(
    sql`select distinct schemaname as schema from pg_publication_tables where pubname = 'supabase_realtime'`,
  );
  const schemas = new Set(rows.map(({ schema }) => schema));
  const ineffective = changes.filter(({ schema, table }) => {
    if (isName(schema) && isName(table)) return false;
    return schema === undefined || schema === "*" ? schemas.size === 0 : !schemas.has(schema);
  });
  if (ineffective.length === 0) return [];
  const { finding, so, unless } = wordingFor(examined);
  return [
    finding(
      `Nobody is told of changes of tables (${formatLocations(ineffective)})${so}: none is in the publication supabase_realtime.`,
      `Put this into a migration: alter publication supabase_realtime add table …;${unless}`,
    ),
  ];
}

/** Checks listeners to actions that the publication leaves out. */
function checkActions(actions: readonly string[], published: readonly ListenedTable[]): Finding[] {
  const missing = ["INSERT", "UPDATE", "DELETE"].filter((action) => !actions.includes(action));
  const waiting = published
    .flatMap(({ listeners }) => listeners)
    .filter(({ event = "" }) => event === "*" || missing.includes(event.toUpperCase()));
  if (missing.length === 0 || waiting.length === 0) return [];
  return [
    doubtful(
      `Nobody is told of ${missing.join(" and ")} (${formatLocations(waiting)}): the publication supabase_realtime leaves that out.`,
      "alter publication supabase_realtime set (publish = 'insert, update, delete, truncate');",
    ),
  ];
}

/** Checks filters on columns that do not exist, or that are unknown for deleted rows. */
function checkFilters(examined: ExaminedDatabase, table: ListenedTable): Finding[] {
  const { finding, so, unless } = wordingFor(examined);
  const name = nameOf(table);
  return table.listeners.flatMap(({ location, event, filterColumn: column }) => {
    if (column === undefined) return [];
    if (!table.columns.includes(column)) {
      return finding(
        `Nobody is told of changes of ${name} (${location})${so}: the filter names ${column}, and there is no such column.`,
        `Correct the filter.${unless}`,
      );
    }
    const isForDeletions = event === "*" || event?.toUpperCase() === "DELETE";
    if (!isForDeletions || table.deleted.includes(column)) return [];
    return doubtful(
      `Nobody is told of deletions from ${name} (${location}): the filter looks at ${column}, and of a deleted row ` +
        `${table.deleted.join(", ") || "nothing"} is known.`,
      `Listen to DELETE without that filter${
        table.hasPolicies ? "." : `, or alter table ${name} replica identity full;`
      }`,
    );
  });
}

/** Checks whether users may read the rows of a table. */
function checkReadable(table: ListenedTable): Finding[] {
  const name = nameOf(table);
  const subject = `Who listens to ${name} (${formatLocations(table.listeners)})`;
  if (!table.hasKey) {
    return [
      wrong(
        `${subject} hears that something changed, and not what ("Error 400: Bad Request, no primary key").`,
        `alter table ${name} add primary key (…);`,
      ),
    ];
  }
  if (!table.isReadable) {
    return [
      doubtful(
        `${subject} hears "Error 401: Unauthorized" unless it has the secret key: neither anon nor authenticated may ` +
          "read its primary key.",
        `grant select on ${name} to authenticated;`,
      ),
    ];
  }
  if (table.hasPolicies && !table.isShown) {
    return [
      doubtful(
        `${subject} hears of deletions alone unless it has the secret key: row level security is on, and no policy is ` +
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
      `Nobody may join a private channel (${formatList(isPrivate)})${so}: realtime.messages has no policy for select.`,
      `create policy … on realtime.messages for select to authenticated using (… realtime.topic() …);${unless}`,
    ),
  ];
}
