import { identifier, type Sql, sql, trusted } from "../../database/sql.ts";
import type { QualifiedName } from "../qualified-name.ts";

/**
 * Quotes a name, truncated at a NUL. Names in PostgreSQL cannot contain NUL, and the protocol would end the statement
 * there.
 */
export function name(text: string): Sql {
  return identifier(withoutNul(text));
}

/** Quotes a name with its schema, if it has one. */
export function qualified({ schema, name: text }: QualifiedName): Sql {
  return schema === "" ? name(text) : identifier(withoutNul(schema), withoutNul(text));
}

/** Returns `table.column` or `table.*`. */
export function column(table: QualifiedName, text: string): Sql {
  return text === "*" ? sql`${qualified(table)}.*` : sql`${qualified(table)}.${name(text)}`;
}

export function unqualified(text: string): QualifiedName {
  return { schema: "", name: text };
}

export const empty = trusted("");

function withoutNul(text: string): string {
  const nul = text.indexOf("\0");
  return nul < 0 ? text : text.slice(0, nul);
}
