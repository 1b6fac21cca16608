import { tokenize } from "../database/migrations/tokens.ts";

/** A policy and its conditions, as PostgreSQL prints them. */
export interface Policy {
  readonly schema: string;
  readonly table: string;
  readonly policy: string;
  /** The qualified name of the table and the name of the policy, quoted if necessary. */
  readonly quotedTable: string;
  readonly quotedPolicy: string;
  readonly using: string | null;
  readonly withCheck: string | null;
}

/** Returns the last part of `create policy` and `alter policy`: the conditions that are not null. */
export function conditions({ using, withCheck }: Pick<Policy, "using" | "withCheck">): string {
  const parts = [
    ...(using === null ? [] : [`  using ${inParentheses(using)}`]),
    ...(withCheck === null ? [] : [`  with check ${inParentheses(withCheck)}`]),
  ];
  return `${parts.join("\n")};`;
}

/** Returns the statement that changes the conditions of a policy. */
export const alterPolicy = ({ quotedTable, quotedPolicy, ...newConditions }: Policy): string =>
  `alter policy ${quotedPolicy} on ${quotedTable}\n${conditions(newConditions)}`;

/** Puts a condition in parentheses, unless it already has them. */
export function inParentheses(condition: string): string {
  const depths: number[] = [];
  for (const { kind } of tokenize(condition)) {
    const change = kind === "open" ? 1 : kind === "close" ? -1 : 0;
    depths.push((depths.at(-1) ?? 0) + change);
  }
  const hasParentheses =
    depths.pop() === 0 && depths.length > 0 && depths.every((depth) => depth > 0);
  return hasParentheses ? condition : `(${condition})`;
}
