import { join, type Sql, sql, trusted } from "../../database/sql.ts";
import { column, empty, name, unqualified } from "./names.ts";

/** A member of a json object that becomes a column. */
export interface BodyField {
  readonly name: string;
  readonly type: string;
  /** A function that converts the value. */
  readonly transform: string | null;
  readonly default: string | null;
}

/** The alias of a json body's rows. */
export const bodyAlias = "pgrst_body";

/**
 * Returns a FROM clause that converts a json object or array to typed rows. The body is sent to PostgreSQL unchanged,
 * in one parameter.
 *
 * @param options.applyDefaults true to use a column's default instead of null for an absent member
 * @param options.firstOnly true to use only the first element of an array
 */
export function fromBody(
  body: string,
  fields: readonly BodyField[],
  options: { readonly applyDefaults: boolean; readonly firstOnly: boolean },
): Sql {
  const isObject = body.trimStart().startsWith("{");
  const { applyDefaults } = options;
  const type = trusted(applyDefaults ? "jsonb" : "json");
  const payload = sql`(SELECT ${body}::${type} AS json_data) pgrst_payload`;
  const value = trusted(applyDefaults ? "pgrst_json_defs.val" : "pgrst_payload.json_data");
  const defaults = applyDefaults
    ? sql`LATERAL (${withDefaults(fields, isObject)}) pgrst_json_defs, `
    : empty;
  const rows = sql`SELECT ${convertedColumns(fields)} FROM ${records(fields, { isObject, type, value, firstOnly: options.firstOnly })}`;
  return sql`FROM ${payload}, ${defaults}LATERAL (${rows}) ${name(bodyAlias)}`;
}

function withDefaults(fields: readonly BodyField[], isObject: boolean): Sql {
  const pairs = fields.flatMap((field) =>
    field.default === null ? [] : [sql`${field.name}::text, ${trusted(field.default)}`],
  );
  // Split into groups of forty pairs, because PostgreSQL's functions take at most a hundred arguments.
  const objects = [];
  for (let start = 0; start < pairs.length || start === 0; start += 40) {
    objects.push(sql`jsonb_build_object(${join(pairs.slice(start, start + 40))})`);
  }
  const object = join(objects, " || ");
  return isObject
    ? sql`SELECT ${object} || pgrst_payload.json_data AS val`
    : sql`SELECT jsonb_agg(${object} || elem) AS val FROM jsonb_array_elements(pgrst_payload.json_data) elem`;
}

function convertedColumns(fields: readonly BodyField[]): Sql {
  return join(
    fields.map((field) =>
      field.transform === null
        ? name(field.name)
        : sql`${trusted(field.transform)}(${name(field.name)}) AS ${name(field.name)}`,
    ),
  );
}

interface Source {
  readonly isObject: boolean;
  readonly type: Sql;
  readonly value: Sql;
  readonly firstOnly: boolean;
}

function records(fields: readonly BodyField[], { isObject, type, value, firstOnly }: Source): Sql {
  if (fields.length === 0) {
    // Objects without members still count as rows.
    return isObject ? sql`(values(1)) _` : sql`${type}_array_elements(${value}) _`;
  }
  const columnDefinitions = join(
    fields.map((field) => sql`${name(field.name)} ${trusted(field.type)}`),
  );
  const toRecords = trusted(isObject ? "_to_record" : "_to_recordset");
  return sql`${type}${toRecords}(${value}) AS _(${columnDefinitions})${firstOnly ? trusted(" LIMIT 1") : empty}`;
}

/** Returns the columns of the body's rows. */
export function bodyColumns(fields: readonly { readonly name: string }[]): Sql {
  return join(fields.map((field) => column(unqualified(bodyAlias), field.name)));
}
