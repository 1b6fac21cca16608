import { type Sql, sql, trusted } from "../../database/sql.ts";
import type { MediaHandler, Routine } from "../schema-cache/types.ts";
import { qualified } from "./names.ts";

/** Returns the aggregate that builds the body from all rows of `_postgrest_t`. */
export function bodyAggregate(handler: MediaHandler, routine: Routine | null): Sql {
  switch (handler.kind) {
    case "json":
      return jsonBody(routine, false);
    case "jsonNullsStripped":
      return jsonBody(routine, true);
    case "singleJson":
      return firstOf(rowOf(routine), handler.nullsStripped);
    case "csv":
      return csvBody;
    case "geojson":
      return trusted(
        "json_build_object('type', 'FeatureCollection', 'features', coalesce(json_agg(ST_AsGeoJSON(_postgrest_t)::json), '[]'))::text",
      );
    case "custom": {
      const row =
        routine && isScalar(routine)
          ? trusted("_postgrest_t.pgrst_scalar")
          : handler.target === null
            ? trusted("_postgrest_t")
            : sql`_postgrest_t::${qualified(handler.target)}`;
      const handlerCall = sql`${qualified(handler.function)}(${row})`;
      // Use the type's output function, because a cast would return xml unchanged.
      return handler.binary ? handlerCall : sql`format('%s', ${handlerCall})`;
    }
    case "none":
      return trusted("''::text");
    default:
      return handler satisfies never;
  }
}

function jsonBody(routine: Routine | null, nullsStripped: boolean): Sql {
  if (routine !== null && !routine.returns.set) return firstOf(rowOf(routine), nullsStripped);
  return sql`coalesce(${stripNulls(sql`json_agg(${rowOf(routine)})`, nullsStripped)}, '[]')::text`;
}

function firstOf(row: Sql, nullsStripped: boolean): Sql {
  return sql`coalesce(${stripNulls(sql`json_agg(${row})->0`, nullsStripped)}, 'null')::text`;
}

function stripNulls(value: Sql, nullsStripped: boolean): Sql {
  return nullsStripped ? sql`json_strip_nulls(${value})` : value;
}

function rowOf(routine: Routine | null): Sql {
  const isScalarResult = routine !== null && !routine.returns.composite;
  return trusted(isScalarResult ? "_postgrest_t.pgrst_scalar" : "_postgrest_t");
}

function isScalar({ returns }: Routine): boolean {
  return !returns.set && !returns.composite;
}

/** PostgreSQL's text format of a row already quotes and separates fields like CSV. */
const csvBody = trusted(
  `(SELECT coalesce(string_agg(a.k, ','), '') FROM (
      SELECT json_object_keys(r)::text AS k
      FROM (SELECT row_to_json(hh) AS r FROM pgrst_source AS hh LIMIT 1) s
    ) a)
    || E'\\n' ||
    coalesce(string_agg(substring(_postgrest_t::text, 2, length(_postgrest_t::text) - 2), E'\\n'), '')`,
);
