import type { Cause, EvaluatedClause, EvaluatedPolicy, EvaluatedSubselect } from "./explanation.ts";
import { type Policy, type Relation, shortName } from "./policies/catalog.ts";
import type { CheckedRow, CheckGroup } from "./policies/row-checker.ts";
import { maxCount, truncate } from "./session.ts";

/** A cause, with a text about it and the changes that would lead to another response. */
export interface Reason {
  readonly cause: Cause;
  /** A clause that can follow a colon. */
  readonly text: string;
  readonly remedies: readonly string[];
}

const verbs = {
  SELECT: "select from",
  INSERT: "insert into",
  UPDATE: "update",
  DELETE: "delete from",
};

/** Returns why a row does not pass a table's policies. */
export function reasonOfRow(
  relation: Relation,
  all: readonly Policy[],
  role: string,
  row: CheckedRow,
): Reason | undefined {
  const [group] = row.failed;
  if (!group) return undefined;
  const { command, part, policies } = group;
  const table = shortName(relation);
  if (!policies.some(({ isPermissive }) => isPermissive)) {
    return noPolicy(relation, all, role, group);
  }
  const cause = row.isNew ? "with-check" : "policy";
  const groupPolicies = row.policies.filter((one) => one.command === command && one.part === part);
  const restrictive = groupPolicies.find(
    ({ isPermissive, value }) => !isPermissive && value !== true,
  );
  const failing = restrictive ?? groupPolicies.find(({ isPermissive }) => isPermissive);
  if (!failing) return undefined;
  const permissive = groupPolicies.filter(({ isPermissive }) => isPermissive);
  const subject = restrictive
    ? `the restrictive ${command} policy "${failing.policy}" of ${table}`
    : permissive.length === 1
      ? `the ${command} policy "${failing.policy}" of ${table}`
      : `none of the ${permissive.length} ${command} policies of ${table} is true; the first, "${failing.policy}",`;
  const addition = row.isNew && part === "using" ? ", which a written row has to pass too," : "";
  const failingClause = decidingClause(failing.clause);
  const explanation = failing.error
    ? `fails: ${failing.error}`
    : `is ${formatTruth(failing.value)}${failingClause ? `: ${describeClause(failingClause, role)}` : ""}`;
  return {
    cause,
    text: `${subject}${addition} ${explanation}`,
    remedies: remediesOf(failing, failingClause, relation),
  };
}

/** Returns the reason for a table that has no permissive policy for the role and the command. */
export function noPolicy(
  relation: Relation,
  all: readonly Policy[],
  role: string,
  { command }: Pick<CheckGroup, "command">,
): Reason {
  const table = shortName(relation);
  const forCommand = all.filter(
    (policy) => policy.isPermissive && [command, "ALL"].includes(policy.command),
  );
  const others = forCommand.map(({ name, roles }) => `"${name}" is for ${roles.join(", ")}`);
  const restrictiveOnly = all.some(({ isPermissive, applies }) => !isPermissive && applies);
  const explanation =
    others.length > 0
      ? ` (${others.join("; ")})`
      : restrictiveOnly
        ? " (restrictive policies alone let nothing pass)"
        : "";
  return {
    cause: "no-policy",
    text: `${table} has row-level security and no policy that lets ${role} ${verbs[command]} it${explanation}`,
    remedies: [
      `create policy "${role} may ${command.toLowerCase()}" on ${table} for ${command.toLowerCase()} to ${role} ${
        command === "INSERT" ? "with check" : "using"
      } (…);`,
    ],
  };
}

/** Returns `1 row`, `2 rows` and so on. */
export const formatRowCount = (rows: number): string => {
  const count = rows > maxCount ? `more than ${maxCount}` : rows;
  return `${count} row${rows === 1 ? "" : "s"}`;
};

export const formatTruth = (value: boolean | null): string =>
  value === null ? "null" : value ? "true" : "false";

type Leaf = Extract<EvaluatedClause, { kind: "leaf" }>;

/** A clause that prevents a condition from being true. */
interface DecidingClause {
  readonly leaf: Leaf;
  /** Whether the clause would have to be false. */
  readonly isNegated: boolean;
}

/** Returns the first leaf that prevents a condition from being true. */
export function decidingClause(
  clause: EvaluatedClause,
  isNegated = false,
): DecidingClause | undefined {
  if (clause.kind === "leaf") return { leaf: clause, isNegated };
  if (clause.kind === "not") {
    const [member] = clause.members;
    return member && decidingClause(member, !isNegated);
  }
  for (const member of clause.members) {
    const found = member.value === !isNegated ? undefined : decidingClause(member, isNegated);
    if (found) return found;
  }
  return undefined;
}

/** Formats a clause with its values, such as `owner_id = auth.uid() → 7f… = 3b… → false`. */
export function describeClause({ leaf, isNegated }: DecidingClause, role: string): string {
  const { text, value, error, subselects } = leaf;
  const not = isNegated ? "not " : "";
  if (error !== null) return `${not}${shortText(text)} → fails: ${error}`;
  const values = subselects.length > 0 ? "" : valuesOf(leaf);
  const result = formatTruth(isNegated && value !== null ? !value : value);
  const found = subselects.map((subselect) => describeSubselect(subselect, role));
  return `${not}${shortText(text)}${values} → ${result}${found.length > 0 ? ` (${found.join("; ")})` : ""}`;
}

function valuesOf({ text, operands }: Leaf): string {
  const groupPolicies = operands.reduce(
    (all, operand) => replaceOnce(all, operand.text, operand.value ?? "null"),
    text,
  );
  return groupPolicies === text
    ? ""
    : ` → ${shortText(groupPolicies.replaceAll("(null)", "null"))}`;
}

/** Describes what a sub-select finds, and what row-level security hides from it. */
export function describeSubselect(
  { rows, unfilteredRows, filteredBy }: EvaluatedSubselect,
  role: string,
): string {
  if (rows === null) return "the sub-select fails";
  const tables = filteredBy.map(({ table }) => table).join(", ");
  const subject = `the sub-select${tables === "" ? "" : ` on ${tables}`}`;
  const found =
    rows.length === 0
      ? `${subject} returns no row`
      : `${subject} returns ${rows.slice(0, 3).join(", ")}${rows.length > 3 ? ", …" : ""}`;
  if (!isHidden({ rows, unfilteredRows, filteredBy })) return found;
  const reasons = filteredBy.map(({ table, policies }) =>
    policies.length === 0
      ? `${table} has row-level security and no SELECT policy for ${role}`
      : `the policies of ${table} for ${role} hide rows (${policies.map((name) => `"${name}"`).join(", ")})`,
  );
  return `${found}, because ${reasons.join(", and ")}`;
}

/** Returns whether a sub-select finds more rows with row-level security bypassed. */
const isHidden = ({
  rows,
  unfilteredRows,
  filteredBy,
}: Pick<EvaluatedSubselect, "rows" | "unfilteredRows" | "filteredBy">): boolean =>
  rows !== null && (unfilteredRows?.length ?? 0) > rows.length && filteredBy.length > 0;

/** Replaces an expression with its value, unless the match is part of a longer name. */
function replaceOnce(text: string, part: string, value: string): string {
  const escaped = part.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
  return text.replace(new RegExp(`(?<![\\w.])${escaped}(?![\\w(])`), () => value);
}

const shortText = (text: string) => truncate(text, 160);

function remediesOf(
  policy: EvaluatedPolicy,
  failingClause: DecidingClause | undefined,
  relation: Relation,
): readonly string[] {
  const table = shortName(relation);
  if (failingClause === undefined) return [];
  const { leaf, isNegated } = failingClause;
  const hidden = leaf.subselects.find(isHidden);
  if (hidden) {
    const tables = hidden.filteredBy.map((filtered) => filtered.table).join(", ");
    return [
      `Give ${tables} a SELECT policy for the rows that the sub-select needs.`,
      "Or put the sub-select into a function with security definer, in a schema that is not exposed.",
    ];
  }
  const missing = leaf.operands.find(
    ({ text, value }) => value === null && /\bauth\.(uid|jwt|role|email)\(\)/.test(text),
  );
  if (missing) return [`Send a token with this claim: ${missing.text} is null.`];
  const clause = `${isNegated ? "not " : ""}${shortText(leaf.text)}`;
  return policy.isPermissive
    ? [`Make this clause true for the row, or add a permissive policy to ${table}: ${clause}`]
    : [`Make this clause true for the row, as every restrictive policy has to be: ${clause}`];
}
