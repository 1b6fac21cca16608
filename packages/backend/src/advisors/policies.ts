import { tokensOf } from "../database/migrations/tokens.ts";
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
    ...(using === null ? [] : [`  using ${inParentheses(using)}`]),
    ...(withCheck === null ? [] : [`  with check ${inParentheses(withCheck)}`]),
  ];
  return `${parts.join("\n")};`;
}

/** Returns the statement that gives a policy other conditions. */
export const alterPolicy = ({ schema, table, policy, ...other }: Policy): string =>
  `alter policy ${quoted(policy)} on ${quoted(schema, table)}\n${conditions(other)}`;

/** Puts a condition in parentheses, unless it is in a pair already. */
function inParentheses(condition: string): string {
  const depths: number[] = [];
  for (const { kind } of tokensOf(condition)) {
    const change = kind === "open" ? 1 : kind === "close" ? -1 : 0;
    depths.push((depths.at(-1) ?? 0) + change);
  }
  const isInPair = depths.pop() === 0 && depths.length > 0 && depths.every((depth) => depth > 0);
  return isInPair ? condition : `(${condition})`;
}
