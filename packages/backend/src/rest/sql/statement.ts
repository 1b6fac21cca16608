import { type Sql, sql, trusted } from "../../database/sql.ts";
import type { PlanMediaType } from "../media-type.ts";
import { type Preferences, requestsCount } from "../parse/prefer.ts";
import { isAllRows } from "../parse/range.ts";
import type { ApiRequest } from "../parse/request.ts";
import type { CallRequestPlan, MutateRequestPlan, ReadRequestPlan } from "../plan/types.ts";
import type { Routine } from "../schema-cache/types.ts";
import type { RestSettings } from "../settings.ts";
import { callQuery } from "./call.ts";
import { bodyAggregate } from "./handlers.ts";
import { mutationQuery } from "./mutate.ts";
import { countQuery, readQuery } from "./read.ts";
import { withSizeLimit } from "./response-size.ts";

/** The single row that every statement returns. */
export interface StatementRow {
  /** The number of rows without a limit. Null if the request does not ask for a count. */
  readonly total: number | string | null;
  /** The number of rows on this page, or of changed rows. */
  readonly page: number | string;
  /** The pairs of the Location header, as `id=eq.1`. */
  readonly location: string[] | null;
  readonly body: string | Uint8Array<ArrayBuffer> | null;
  readonly headers: string | Uint8Array | null;
  readonly status: string | null;
  readonly inserted: number | null;
}

type CrudPlan = ReadRequestPlan | MutateRequestPlan | CallRequestPlan;

/** Returns the single statement of a request. */
export function createStatement(plan: CrudPlan, request: ApiRequest, settings: RestSettings): Sql {
  const statement = createPlainStatement(plan, request, settings);
  return plan.mediaType.kind === "plan" ? explain(plan.mediaType, statement) : statement;
}

function createPlainStatement(plan: CrudPlan, request: ApiRequest, settings: RestSettings): Sql {
  const { preferences } = request;
  switch (plan.kind) {
    case "read": {
      const rowCount = createRowCount(plan, request, settings, pageCount(null));
      return sql`WITH pgrst_source AS (${readQuery(plan.read)})${rowCount.expression}
        ${limitBody(
          plan,
          settings,
          sql`
        SELECT ${rowCount.total} AS total, ${pageCount(null)} AS page, null AS location,
          ${bodyAggregate(plan.handler, null)} AS body, ${responseSettings}, null AS inserted
        FROM (SELECT * FROM pgrst_source) _postgrest_t`,
        )}`;
    }
    case "mutate": {
      const rows =
        plan.handler.kind === "none" ? sql`SELECT * FROM pgrst_source` : readQuery(plan.read);
      return sql`WITH pgrst_source AS (${mutationQuery(plan.mutation)})
        ${limitBody(
          plan,
          settings,
          sql`
        SELECT null AS total, ${pageCount(null)} AS page, ${location(plan, preferences)} AS location,
          ${bodyAggregate(plan.handler, null)} AS body, ${responseSettings},
          ${insertedCount(plan, preferences)} AS inserted
        FROM (${rows}) _postgrest_t`,
        )}`;
    }
    case "call": {
      const rowCount = createRowCount(plan, request, settings, pageCount(plan.routine));
      return sql`WITH pgrst_source AS (${callQuery(plan.call)})${rowCount.expression}
        ${limitBody(
          plan,
          settings,
          sql`
        SELECT ${rowCount.total} AS total, ${pageCount(plan.routine)} AS page, null AS location,
          ${bodyAggregate(plan.handler, plan.routine)} AS body, ${responseSettings}, null AS inserted
        FROM (${readQuery(plan.read)}) _postgrest_t`,
        )}`;
    }
    default:
      return plan satisfies never;
  }
}

function limitBody({ handler, mediaType }: CrudPlan, settings: RestSettings, query: Sql): Sql {
  // EXPLAIN does not need the check, and an empty body is never too long.
  if (handler.kind === "none" || mediaType.kind === "plan") return query;
  const isBinary = handler.kind === "custom" && handler.binary;
  return withSizeLimit(settings.maxResponseBytes, query, isBinary ? "bytea" : "text");
}

/** Returns an EXPLAIN of the query that counts a plan's rows. The planner's estimate replaces the exact count. */
export function estimateQuery(plan: ReadRequestPlan): Sql {
  return sql`EXPLAIN (FORMAT JSON) ${countQuery(plan.read)}`;
}

const responseSettings = trusted(
  `nullif(current_setting('response.headers', true), '') AS headers,
          nullif(current_setting('response.status', true), '') AS status`,
);

function pageCount(routine: Routine | null): Sql {
  const single = routine !== null && !routine.returns.set;
  return trusted(single ? "1" : "pg_catalog.count(_postgrest_t)");
}

function createRowCount(
  plan: ReadRequestPlan | CallRequestPlan,
  { preferences, range }: ApiRequest,
  { maxRows }: RestSettings,
  page: Sql,
): { expression: Sql; total: Sql } {
  const none = trusted("");
  if (!requestsCount(preferences)) return { expression: none, total: trusted("null::bigint") };
  // Without a limit, the page contains all rows.
  if (maxRows === null && isAllRows(range)) return { expression: none, total: page };
  const count = countQuery(plan.read);
  // An estimate only needs to know whether there are more rows than fit on a page.
  const isEstimate = plan.kind === "read" && preferences.count === "estimated" && maxRows !== null;
  const limitedCount = isEstimate ? sql`${count} LIMIT ${maxRows + 1n}` : count;
  return {
    expression: sql`, pgrst_source_count AS (${limitedCount})`,
    total: trusted("(SELECT pg_catalog.count(*) FROM pgrst_source_count)"),
  };
}

/** Returns the primary key of the inserted row, if there is only one. */
function location({ mutation }: MutateRequestPlan, preferences: Preferences): Sql {
  if (mutation.kind !== "insert" || preferences.return !== "headers-only") {
    return trusted("null::text[]");
  }
  return sql`CASE WHEN pg_catalog.count(_postgrest_t) = 1 THEN (
      WITH data AS (SELECT row_to_json(_) AS row FROM pgrst_source AS _ LIMIT 1)
      SELECT array_agg(json_data.key || '=' || coalesce('eq.' || json_data.value, 'is.null'))
      FROM data CROSS JOIN json_each_text(data.row) AS json_data
      WHERE json_data.key = ANY (${mutation.primaryKey}::text[])
    ) END`;
}

function insertedCount(plan: MutateRequestPlan, preferences: Preferences): Sql {
  const countsInserted = plan.isPut || preferences.resolution === "merge-duplicates";
  return plan.mutation.kind === "insert" && countsInserted
    ? trusted("nullif(current_setting('pgrst.inserted', true), '')::int")
    : trusted("null::int");
}

function explain({ format, options }: PlanMediaType, statement: Sql): Sql {
  const explainOptions = [`FORMAT ${format}`, ...options].map((option) => option.toUpperCase());
  return sql`EXPLAIN (${trusted(explainOptions.join(", "))}) ${statement}`;
}
