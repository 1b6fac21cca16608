import { DatabaseError } from "../../database/errors.ts";
import { identifier } from "../../database/sql.ts";
import { inTransactionAs, ownerRole, type RunAs } from "../caller.ts";
import type { DataContext } from "../context.ts";
import { countOf } from "./read.ts";

interface Count {
  readonly rows: number;
  readonly isExact: boolean;
}

/** How many rows of a table a role sees, and how many there are. */
export interface VisibleRows {
  readonly schema: string;
  readonly name: string;
  /** The number of rows that the role sees, or null if PostgreSQL refuses to read the table. */
  readonly visible: Count | null;
  /** PostgreSQL's message if it refuses to read the table. */
  readonly refusal: string | null;
  readonly all: Count | null;
}

/** Counts the rows of a table that a role or user sees, and all rows. */
export async function countVisible(
  context: DataContext,
  as: RunAs,
  { schema, name }: { readonly schema: string; readonly name: string },
): Promise<VisibleRows> {
  const count = (runAs: RunAs) =>
    inTransactionAs(
      context,
      runAs,
      (connection) => countOf(connection, identifier(schema, name), []),
      { readOnly: true },
    ).catch((error: unknown) => {
      if (error instanceof DatabaseError) return error.message;
      throw error;
    });
  const visible = await count(as);
  const all = await count({ role: ownerRole });
  const isRefused = typeof visible === "string";
  return {
    schema,
    name,
    visible: isRefused ? null : visible,
    refusal: isRefused ? visible : null,
    all: typeof all === "string" ? null : all,
  };
}
