import type { Change, Row } from "./change.ts";
import type { Json } from "./exact-json.ts";
import type { Table } from "./tables.ts";

/** Of a change, in characters: above it, long values are left out (`max_record_bytes` of the reference). */
const longestChange = 1024 * 1024;
/** Of a value in such a change. */
const longestValue = 64;

/** The sight of a role on a change. */
export interface View {
  readonly role: string;
  /** The columns that were asked for, besides the key; all of them without it. */
  readonly select: readonly string[] | undefined;
}

/**
 * The reason why a role hears of a change without its content. Deletions are told in any case: they have no row to
 * check, and tell the key alone where there are policies.
 */
export function refusalOf({ columns, key }: Table, change: Change, role: string) {
  if (change.type === "DELETE") return undefined;
  if (key.length === 0) return "Error 400: Bad Request, no primary key";
  const isReader = columns.every(({ isKey, readers }) => !isKey || readers.includes(role));
  return isReader ? undefined : "Error 401: Unauthorized";
}

/** The JSON text of `data`, with the fields of `realtime.apply_rls` of the reference. */
export function payloadOf(table: Table, change: Change, { role, select }: View): string {
  const { schema, name } = table;
  const { type } = change;
  const refusal = refusalOf(table, change, role);
  if (refusal !== undefined) {
    return JSON.stringify({
      ...{ schema, table: name, type, commit_timestamp: null, columns: [], record: {} },
      ...(type === "UPDATE" && { old_record: {} }),
      errors: [refusal],
    });
  }
  const columns = table.columns.filter(
    (column) =>
      column.readers.includes(role) &&
      (select === undefined || select.includes(column.name) || column.isKey),
  );
  const isLong = change.size > longestChange;
  const cut = (row: Row, isKeyOnly = false) =>
    Object.fromEntries(
      columns.flatMap(({ name: column, type: typeName, isKey }) => {
        const value = row[column];
        if (value === undefined || (isKeyOnly && !isKey)) return [];
        return isLong && !isShort(value) ? [] : [[column, shown(value, typeName)] as const];
      }),
    );
  return JSON.stringify({
    ...{ schema, table: name, type, commit_timestamp: change.at.toISOString() },
    columns: columns.map((column) => ({ name: column.name, type: column.type })),
    ...(change.record && { record: cut(change.record) }),
    ...(change.before && {
      old_record: cut(change.before, type === "DELETE" && table.hasPolicies),
    }),
    errors: isLong ? ["Error 413: Payload Too Large"] : null,
  });
}

/** Bytes come as their digits alone, as wal2json writes them. */
const shown = (value: Json, type: string) =>
  type === "bytea" && typeof value === "string" ? value.replace(/^\\x/, "") : value;

const isShort = (value: Json) => Buffer.byteLength(JSON.stringify(value)) <= longestValue;
