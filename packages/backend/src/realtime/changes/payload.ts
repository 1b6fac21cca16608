import type { Change, Row } from "./change.ts";
import type { Json } from "./exact-json.ts";
import type { Table } from "./tables.ts";

/** Above this size, a change is sent without its long values (`max_record_bytes` of the reference). */
const maxChangeChars = 1024 * 1024;
/** In a change above {@link maxChangeChars}, values above this size are omitted. */
const maxValueBytes = 64;

/** Determines which columns of a change a subscription receives. */
export interface PayloadView {
  readonly role: string;
  /** The columns to send in addition to the key. Undefined for all columns. */
  readonly select: readonly string[] | undefined;
}

/**
 * Returns the reason why a role receives a change without its content, or undefined. Deletions are always sent:
 * policies cannot check a deleted row, so with policies they contain only the key.
 */
export function contentError({ columns, primaryKey }: Table, change: Change, role: string) {
  if (change.type === "DELETE") return undefined;
  if (primaryKey.length === 0) return "Error 400: Bad Request, no primary key";
  const canReadKey = columns.every(({ isKey, readers }) => !isKey || readers.includes(role));
  return canReadKey ? undefined : "Error 401: Unauthorized";
}

/** Returns the `data` of a change as JSON text, with the fields of the reference's `realtime.apply_rls`. */
export function encodePayload(table: Table, change: Change, { role, select }: PayloadView): string {
  const { schema, name } = table;
  const { type } = change;
  const error = contentError(table, change, role);
  if (error !== undefined) {
    return JSON.stringify({
      schema,
      table: name,
      type,
      commit_timestamp: null,
      columns: [],
      record: {},
      ...(type === "UPDATE" && { old_record: {} }),
      errors: [error],
    });
  }
  const columns = table.columns.filter(
    (column) =>
      column.readers.includes(role) &&
      (select === undefined || select.includes(column.name) || column.isKey),
  );
  const isTooLarge = change.size > maxChangeChars;
  const selectFields = (row: Row, isKeyOnly = false) =>
    Object.fromEntries(
      columns.flatMap(({ name: column, type: typeName, isKey }) => {
        const value = row[column];
        if (value === undefined || (isKeyOnly && !isKey)) return [];
        return isTooLarge && !isShort(value)
          ? []
          : [[column, formatValue(value, typeName)] as const];
      }),
    );
  return JSON.stringify({
    schema,
    table: name,
    type,
    commit_timestamp: change.timestamp.toISOString(),
    columns: columns.map((column) => ({ name: column.name, type: column.type })),
    ...(change.record && { record: selectFields(change.record) }),
    ...(change.oldRecord && {
      old_record: selectFields(change.oldRecord, type === "DELETE" && table.hasPolicies),
    }),
    errors: isTooLarge ? ["Error 413: Payload Too Large"] : null,
  });
}

/** Removes the prefix of bytea values, as wal2json does. */
const formatValue = (value: Json, type: string) =>
  type === "bytea" && typeof value === "string" ? value.replace(/^\\x/, "") : value;

const isShort = (value: Json) => Buffer.byteLength(JSON.stringify(value)) <= maxValueBytes;
