import { identifier } from "../database/sql.ts";

/** A policy and its conditions, as PostgreSQL prints them. */
export interface Policy {
  readonly schema: string;
  readonly table: string;
  readonly policy: string;
  readonly using: string | null;
  readonly withCheck: string | null;
}

/** Returns a quoted name for a statement that is printed. */
export const quoted = (...parts: readonly [string, ...string[]]): string =>
  identifier(...parts).text;

/** Returns the end of `create policy` and `alter policy`, with the conditions that are not null. */
export function conditions({ using, withCheck }: Pick<Policy, "using" | "withCheck">): string {
  const parts = [
    ...(using === null ? [] : [`  using (${using})`]),
    ...(withCheck === null ? [] : [`  with check (${withCheck})`]),
  ];
  return `${parts.join("\n")};`;
}

/** Returns the statement that gives a policy other conditions. */
export const alterPolicy = ({ schema, table, policy, ...other }: Policy): string =>
  `alter policy ${quoted(policy)} on ${quoted(schema, table)}\n${conditions(other)}`;
