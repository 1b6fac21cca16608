import type { Database } from "../../database/port.ts";
import { sql } from "../../database/sql.ts";
import { doubtful, type Finding, wrong } from "../finding.ts";
import type { Calls } from "./calls.ts";
import { listed, placesOf } from "./places.ts";
import { isName, type ListenedTable, nameOf, tablesOf } from "./tables.ts";
import { refusedWrites } from "./writes.ts";

/** A database whose tables are looked at. */
export interface Looked {
  readonly database: Database;
  /** True for a database that only has what the migrations make: more may have been made elsewhere. */
  readonly isScratch: boolean;
  /** True when replication tells of changes, and not triggers. */
  readonly isReplicated: boolean;
}

/** Looks in the catalogue for the reasons why nobody hears of what the application listens to. */
export async function examineTables(looked: Looked, calls: Calls): Promise<Finding[]> {
  const { database } = looked;
  const { rows } = await database.query<{ actions: readonly string[] }>(sql`
    select array_remove(array[case when pubinsert then 'INSERT' end, case when pubupdate then 'UPDATE' end,
      case when pubdelete then 'DELETE' end], null) as actions
    from pg_publication where pubname = 'supabase_realtime'`);
  const [publication] = rows;
  const closed = await privateChannels(looked, calls);
  if (!publication) return [...closed, ...withoutPublication(calls)];
  const tables = await tablesOf(database, calls.changes);
  const published = tables.filter(({ isPublished }) => isPublished);
  return [
    ...closed,
    ...tables.flatMap((table) => untold(looked, table)),
    ...(await nothingPublished(looked, calls)),
    ...leftOut(publication.actions, published),
    ...published.flatMap((table) => [...filtered(looked, table), ...unseen(table)]),
    ...(await refusedWrites(database)),
  ];
}

/** The words for what is certain, or is so by the migrations alone. */
const wordsOf = ({ isScratch }: Looked) =>
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
      `Nobody is told of changes of tables (${placesOf(changes)}): there is no publication supabase_realtime.`,
      "create publication supabase_realtime; and add the tables to it.",
    ),
  ];
}

/** A table whose listeners are refused, or hear nothing. */
function untold(looked: Looked, table: ListenedTable): Finding[] {
  const { finding, so, unless } = wordsOf(looked);
  const name = nameOf(table);
  const told = (reason: string, fix: string) => [
    finding(
      `Nobody is told of changes of ${name} (${placesOf(table.listened)})${so}: ${reason}.`,
      `${fix}${unless}`,
    ),
  ];
  const { kind, isPublished, hasPublishedParts } = table;
  if (kind === null) {
    return told(
      "there is no such table",
      "Correct its name, in which capitals count, or make it: portico start applies migrations.",
    );
  }
  if (kind === "v" || kind === "m") {
    return told(
      "it is a view, and a publication has tables alone",
      "Listen to the tables that it reads.",
    );
  }
  if (hasPublishedParts && !isPublished) {
    return told(
      "it is partitioned, and its changes come under the names of its partitions",
      'Listen to these, or to table: "*". Where wal_level is logical, alter publication supabase_realtime set ' +
        "(publish_via_partition_root) has them come under its own name.",
    );
  }
  if (!isPublished) {
    return told(
      "it is not in the publication supabase_realtime",
      `Put this into a migration: alter publication supabase_realtime add table ${name};`,
    );
  }
  if (kind === "p" && !looked.isReplicated) {
    return told(
      "it is partitioned and published under its own name (publish_via_partition_root), of which replication alone can tell",
      "Use a server whose wal_level is logical, or listen to its partitions after alter publication " +
        "supabase_realtime set (publish_via_partition_root = false).",
    );
  }
  return [];
}

/** Those who listen to all tables, or to what the source computes, where nothing is published. */
async function nothingPublished(looked: Looked, { changes }: Calls): Promise<Finding[]> {
  const { rows } = await looked.database.query<{ schema: string }>(
    sql`select distinct schemaname as schema from pg_publication_tables where pubname = 'supabase_realtime'`,
  );
  const schemas = new Set(rows.map(({ schema }) => schema));
  const vain = changes.filter(({ schema, table }) => {
    if (isName(schema) && isName(table)) return false;
    return schema === undefined || schema === "*" ? schemas.size === 0 : !schemas.has(schema);
  });
  if (vain.length === 0) return [];
  const { finding, so, unless } = wordsOf(looked);
  return [
    finding(
      `Nobody is told of changes of tables (${placesOf(vain)})${so}: none is in the publication supabase_realtime.`,
      `Put this into a migration: alter publication supabase_realtime add table …;${unless}`,
    ),
  ];
}

/** Actions that the publication leaves out. */
function leftOut(actions: readonly string[], published: readonly ListenedTable[]): Finding[] {
  const missing = ["INSERT", "UPDATE", "DELETE"].filter((action) => !actions.includes(action));
  const waiting = published
    .flatMap(({ listened }) => listened)
    .filter(({ event = "" }) => event === "*" || missing.includes(event.toUpperCase()));
  if (missing.length === 0 || waiting.length === 0) return [];
  return [
    doubtful(
      `Nobody is told of ${missing.join(" and ")} (${placesOf(waiting)}): the publication supabase_realtime leaves that out.`,
      "alter publication supabase_realtime set (publish = 'insert, update, delete, truncate');",
    ),
  ];
}

/** Filters on columns that are not there, or that nothing is known of once a row is deleted. */
function filtered(looked: Looked, table: ListenedTable): Finding[] {
  const { finding, so, unless } = wordsOf(looked);
  const name = nameOf(table);
  return table.listened.flatMap(({ place, event, filtered: column }) => {
    if (column === undefined) return [];
    if (!table.columns.includes(column)) {
      return finding(
        `Nobody is told of changes of ${name} (${place})${so}: the filter names ${column}, and there is no such column.`,
        `Correct the filter.${unless}`,
      );
    }
    const isForDeletions = event === "*" || event?.toUpperCase() === "DELETE";
    if (!isForDeletions || table.deleted.includes(column)) return [];
    return doubtful(
      `Nobody is told of deletions from ${name} (${place}): the filter looks at ${column}, and of a deleted row ` +
        `${table.deleted.join(", ") || "nothing"} is known.`,
      `Listen to DELETE without that filter${
        table.hasPolicies ? "." : `, or alter table ${name} replica identity full;`
      }`,
    );
  });
}

/** A table whose rows nobody, or only a server, is shown. */
function unseen(table: ListenedTable): Finding[] {
  const name = nameOf(table);
  const subject = `Who listens to ${name} (${placesOf(table.listened)})`;
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

async function privateChannels(looked: Looked, { isPrivate }: Calls): Promise<Finding[]> {
  if (isPrivate.length === 0) return [];
  const { rows } = await looked.database.query<{ isThere: boolean }>(sql`
    select exists (
      select from pg_policies
      where schemaname = 'realtime' and tablename = 'messages' and permissive = 'PERMISSIVE' and cmd in ('SELECT', 'ALL')
    ) as "isThere"`);
  if (rows[0]?.isThere) return [];
  const { finding, so, unless } = wordsOf(looked);
  return [
    finding(
      `Nobody may join a private channel (${listed(isPrivate)})${so}: realtime.messages has no policy for select.`,
      `create policy … on realtime.messages for select to authenticated using (… realtime.topic() …);${unless}`,
    ),
  ];
}
