import type { DatabaseError } from "../../database/errors.ts";
import { type Sql, sql, trusted } from "../../database/sql.ts";

/** Marks the error for a response that is too large. The size follows the marker. */
const marker = "a response of bytes: ";

/**
 * Returns the query with a check that fails if the body is longer than the limit. PostgreSQL checks this itself, so
 * that it sends none of the body.
 *
 * @param limit the maximum size in bytes
 */
export function withSizeLimit(limit: number, query: Sql, type: "text" | "bytea"): Sql {
  // PostgreSQL has no expression that raises an error, so use an impossible cast.
  return sql`SELECT total, page, location,
      CASE WHEN octet_length(body) > ${trusted(String(limit))}
        THEN (${trusted(`'${marker}'`)} || octet_length(body))::int::text::${trusted(type)}
        ELSE body
      END AS body,
      headers, status, inserted
    FROM (${query}) AS pgrst_response`;
}

/**
 * Returns a description for the error of a response that is too large, or undefined for any other error. The response
 * is above the limit, longer than a text can be in PostgreSQL, or too large for the embedded database's memory.
 */
export function tooLargeError(
  { code, message, detail = "" }: DatabaseError,
  engine: "pglite" | "postgres",
): string | undefined {
  const size = new RegExp(`"${marker}(\\d+)"`).exec(message)?.[1];
  if (code === "22P02" && size) return `It would have ${size} bytes.`;
  if (code === "54000" && detail.startsWith("Cannot enlarge string buffer")) return detail;
  if (code === "XX000" && message.startsWith("invalid memory alloc request size")) return message;
  return code === "53200" && engine === "pglite"
    ? `PostgreSQL is out of memory. ${detail}`
    : undefined;
}
