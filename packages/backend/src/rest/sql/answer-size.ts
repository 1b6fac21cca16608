import type { DatabaseError } from "../../database/port.ts";
import { type Sql, sql, trusted } from "../../database/sql.ts";

/** By which the refusal of an answer is known, before its size. */
const marker = "an answer of bytes: ";

/**
 * An answer, if its body is no longer than it may be. It is judged where it was made: what is too long
 * is refused there, with all that the statement has done, and does not come here.
 *
 * @param limit in bytes
 */
export function limitedTo(limit: number, answer: Sql, type: "text" | "bytea"): Sql {
  // PostgreSQL has no expression that refuses; a cast that cannot succeed does.
  return sql`SELECT total, page, location,
      CASE WHEN octet_length(body) > ${trusted(String(limit))}
        THEN (${trusted(`'${marker}'`)} || octet_length(body))::int::text::${trusted(type)}
        ELSE body
      END AS body,
      headers, status, inserted
    FROM (${answer}) AS pgrst_answer`;
}

/**
 * What PostgreSQL says of an answer that is too large, undefined where it says something else: one that
 * is longer than it may be, longer than any text can be, or that the embedded database has too little
 * memory to make.
 */
export function saysTooLarge(
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
