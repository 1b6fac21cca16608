import type { SchemaCache } from "../rest/schema-cache/types.ts";
import type { RestSettings } from "../rest/settings.ts";
import type { Command, ExplainedResponse } from "./explanation.ts";
import { type Relation, shortName } from "./policies/catalog.ts";
import { maxRows } from "./policies/found-rows.ts";
import type { CheckedRow, FoundRow, RowChecker, RowUse } from "./policies/row-checker.ts";
import { noPolicy, type Reason, reasonOfRow } from "./reason-texts.ts";
import type { Session } from "./session.ts";

/** The data from which an explanation is derived. */
export interface Analysis {
  readonly session: Session;
  readonly checks: RowChecker;
  /** The tables and views that the request refers to. */
  readonly relations: readonly Relation[];
  readonly response: ExplainedResponse;
  readonly cache: SchemaCache;
  readonly settings: RestSettings;
}

/** The result of an analysis. */
export interface Finding extends Reason {
  readonly details?: readonly string[];
  readonly rows?: readonly CheckedRow[];
  /** The command whose policies refused a row. */
  readonly command?: Command | undefined;
  readonly notes?: readonly string[];
}

/** Returns the relation with this name, if the request refers to it. */
export function findRelation(
  { relations }: Pick<Analysis, "relations">,
  { schema, name }: { readonly schema: string; readonly name: string },
): Relation | undefined {
  return relations.find((relation) => relation.schema === schema && relation.name === name);
}

/**
 * Returns why policies refuse rows: the reason for the first row, and the policies' values for all rows.
 *
 * @returns undefined if all rows pass
 */
export async function explainRefusedRows(
  { session, checks }: Pick<Analysis, "session" | "checks">,
  relation: Relation,
  rows: readonly FoundRow[],
  use: RowUse,
  isNew = false,
): Promise<Finding | undefined> {
  const groups = await checks.groupsOf(relation, use);
  const all = await checks.policiesOf(relation);
  const emptyGroup = groups.find(
    ({ policies }) => !policies.some(({ isPermissive }) => isPermissive),
  );
  if (emptyGroup) {
    const [first] = rows;
    const details = first ? [`Such a row is ${describeRow(relation, first.json)}.`] : [];
    const { command } = emptyGroup;
    return { ...noPolicy(relation, all, session.role, emptyGroup), details, command };
  }
  const refused: CheckedRow[] = [];
  for (const row of rows) {
    if (refused.length >= maxRows) break;
    const checked = await checks.check(relation, row, groups, isNew);
    if (!checked.passes) refused.push(checked);
  }
  const [first] = refused;
  const reason = first && reasonOfRow(relation, all, session.role, first);
  if (!first || !reason) return undefined;
  const refusal = refusals[use.kind];
  return {
    ...reason,
    text: `${describeRow(relation, first.row)} ${refusal}, because ${reason.text}`,
    rows: refused,
    command: first.failed[0]?.command,
  };
}

const refusals: Readonly<Record<RowUse["kind"], string>> = {
  select: "is hidden",
  insert: "may not be written",
  update: "is not updated",
  updated: "may not become as requested",
  delete: "is not deleted",
};

/** Identifies a row by its primary key, such as `notes id=5`. */
export function describeRow(relation: Relation, row: Readonly<Record<string, unknown>>): string {
  if (relation.schema === "storage" && relation.name === "objects") {
    return `the object ${String(row["bucket_id"])}/${String(row["name"])}`;
  }
  if (relation.schema === "realtime" && relation.name === "messages") {
    return `a message of ${String(row["extension"])}`;
  }
  const key = relation.primaryKey.map((name) => `${name}=${String(row[name] ?? "null")}`);
  return key.length === 0
    ? `a row of ${shortName(relation)}`
    : `${shortName(relation)} ${key.join(", ")}`;
}
