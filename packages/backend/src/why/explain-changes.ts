import type { Database } from "../database/port.ts";
import { join, sql } from "../database/sql.ts";
import type { Json } from "../realtime/changes/exact-json.ts";
import { parseFilterSpec } from "../realtime/changes/filter-spec.ts";
import { resolveFilterTypes, type TypedFilter } from "../realtime/changes/filters.ts";
import { readTables, type Table } from "../realtime/changes/tables.ts";
import { findVisibleRows } from "../realtime/changes/visibility.ts";
import { RealtimeError } from "../realtime/errors.ts";
import { qualified } from "../rest/sql/names.ts";
import { UsageError } from "../usage-error.ts";
import { explainRefusedRows, type Finding } from "./analysis.ts";
import type { CheckedRequest } from "./checked-request.ts";
import { dryRunDatabase } from "./dry-run.ts";
import { rightsOf } from "./explain-read.ts";
import type { WireExplanation } from "./explain-rest.ts";
import { measureOutcomes } from "./pgtap/test-subject.ts";
import { type Relation, readRelations, shortName } from "./policies/catalog.ts";
import { maxCheckedRows, readRows } from "./policies/found-rows.ts";
import { RowChecker } from "./policies/row-checker.ts";
import type { ResolvedCaller } from "./resolve-caller.ts";
import { messageOf, type Session, withSession } from "./session.ts";

const publication = "supabase_realtime";

/**
 * Explains which changes of a table a caller receives. For example: `CHANGES public.notes?event=INSERT&filter=id=eq.5`.
 */
export async function explainChanges(
  database: Database,
  { path, needsTest }: CheckedRequest,
  caller: ResolvedCaller,
): Promise<WireExplanation> {
  const spec = parseSpec(path);
  const settings = sql`select set_config('request.jwt.claims', ${JSON.stringify({
    ...caller.claims,
    role: caller.role,
  })}, true), set_config('request.jwt.claim.sub', ${String(caller.claims["sub"] ?? "")}, true)`;
  const [published] = (await readTables(database, [caller.role])).filter(
    ({ schema, name }) => schema === spec.schema && name === spec.table,
  );
  const filters = published
    ? await resolveFilterTypes(
        dryRunDatabase(database),
        published,
        spec.filters,
        caller.role,
      ).catch(messageOf)
    : [];
  const visibleCount = published ? await countVisibleRows(database, published, caller) : 0;
  return withSession(database, caller.role, [settings], async (session) => {
    const checks = new RowChecker(session);
    const [table] = await readRelations(session.connection, caller.role, [
      { schema: spec.schema, name: spec.table },
    ]);
    if (!table) throw new UsageError(`There is no table ${spec.schema}.${spec.table}.`);
    const response = {
      status: null,
      code: null,
      message: null,
      rows: published ? visibleCount : 0,
    };
    const parts = { session, checks, table, visibleCount, filters, action: spec.action };
    const finding = published
      ? await explainPublished({ ...parts, published })
      : notPublished(table);
    const statement = sql`select 1 from ${qualified(table)}`;
    const subject = needsTest
      ? await measureOutcomes(session, { statement, kind: "query", settings: [] })
      : undefined;
    return { response, finding, policies: await checks.policiesOf(table), test: subject };
  });
}

/**
 * Parses a subscription to changes, such as `public.notes?event=INSERT`.
 *
 * @throws {UsageError}
 */
function parseSpec(path: string) {
  const [name = "", query = ""] = path.split(/\?(.*)/s);
  const parts = name.replace(/^\/+/, "").split(".");
  const [schema, table] = parts.length > 1 ? parts : ["public", parts[0]];
  const parameters = new URLSearchParams(query);
  const filter = parameters.get("filter");
  try {
    return parseFilterSpec({
      schema,
      table,
      event: parameters.get("event") ?? "*",
      ...(filter === null ? {} : { filter }),
    });
  } catch (error) {
    if (error instanceof RealtimeError) throw new UsageError(error.message);
    throw error;
  }
}

const notPublished = (table: Relation): Finding => ({
  cause: "publication",
  text: `${shortName(table)} is not in the publication ${publication}, so that Realtime does not report its changes`,
  remedies: [`alter publication ${publication} add table ${shortName(table)};`],
});

interface PublishedTable {
  readonly session: Session;
  readonly checks: RowChecker;
  readonly table: Relation;
  readonly published: Table;
  readonly action: string;
  /** The filters, or PostgreSQL's message if it refuses one of them. */
  readonly filters: readonly TypedFilter[] | string;
  /** The number of rows that Realtime's own function lets the caller read. */
  readonly visibleCount: number;
}

async function explainPublished({
  session,
  checks,
  table,
  published,
  action,
  filters,
  visibleCount,
}: PublishedTable): Promise<Finding> {
  const name = shortName(table);
  const { role } = session;
  if (action !== "*" && !published.actions.some((publishedAction) => publishedAction === action)) {
    const text = `the publication ${publication} does not contain ${action} of ${name}`;
    return { cause: "publication", text, remedies: [] };
  }
  const readable = published.columns.filter(({ readers }) => readers.includes(role));
  if (readable.length === 0) {
    return {
      cause: "grant",
      text: `${role} has no SELECT privilege on ${name}`,
      remedies: [`grant select on ${name} to ${role};`],
    };
  }
  if (typeof filters === "string") {
    return { cause: "request", text: `the filter is refused: ${filters}`, remedies: [] };
  }
  if (table.isFiltered && published.primaryKey.length === 0) {
    return {
      cause: "policy",
      text: `${name} has row-level security and no primary key, so that Realtime cannot ask its policies for a row`,
      remedies: [`Give ${name} a primary key.`],
    };
  }
  const details = await rightsOf({ session, checks }, table);
  const noteOnDeletes = table.isFiltered
    ? [
        "Policies do not apply to DELETE: each subscriber receives the primary key of the deleted row.",
      ]
    : [];
  const allRows = await readRows(
    session,
    sql`select (${qualified(table)}.*)::text as text, to_jsonb(${qualified(table)}.*) as json from ${qualified(table)}`,
    sql`true`,
    maxCheckedRows,
  );
  const rows = allRows.filter(({ json }) =>
    filters.every(({ column, matches }) => matches?.(json[column] as Json) ?? true),
  );
  if (allRows.length > 0 && rows.length === 0) {
    return {
      cause: "filter",
      text: `no present row of ${name} matches the filter; changes of rows that match it would be received`,
      remedies: ["Change the filter."],
      details: [...details, ...noteOnDeletes],
    };
  }
  const refusal = await explainRefusedRows({ session, checks }, table, rows, { kind: "select" });
  if (refusal) {
    return {
      ...refusal,
      text: `the caller does not receive the changes of some rows; ${refusal.text}`,
      details: [...(refusal.details ?? []), ...noteOnDeletes],
    };
  }
  return {
    cause: "nothing-hidden",
    text: `the caller receives the changes of all rows that were examined`,
    remedies: [],
    details: [
      `Realtime lets the caller read ${visibleCount} of the first ${allRows.length} rows.`,
      ...details,
      ...noteOnDeletes,
    ],
  };
}

/** Returns how many of the first rows Realtime's own function lets the caller read. */
async function countVisibleRows(
  database: Database,
  table: Table,
  { role, claims }: ResolvedCaller,
): Promise<number> {
  if (table.primaryKey.length === 0) return 0;
  const name = qualified(table);
  const key = join(
    table.primaryKey.map(
      (column) => sql`${column}::text, ${name}.${qualified({ schema: "", name: column })}`,
    ),
  );
  const { rows } = await database.query<{ key: Record<string, unknown> }>(sql`
    select jsonb_build_object(${key}) as key from ${name} limit ${maxCheckedRows}`);
  const keys = rows.map((row) => row.key);
  if (keys.length === 0) return 0;
  const [visible] = await findVisibleRows(dryRunDatabase(database), table, keys as never, [
    { ...claims, role },
  ]);
  return visible instanceof Error || visible === undefined ? 0 : visible.size;
}
