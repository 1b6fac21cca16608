import { identifier, join, sql } from "../database/sql.ts";
import type { MutateRequestPlan, MutationPlan, ReadPlan } from "../rest/plan/types.ts";
import { mutationQuery } from "../rest/sql/mutate.ts";
import { qualified } from "../rest/sql/names.ts";
import { type Analysis, explainRefusedRows, type Finding, findRelation } from "./analysis.ts";
import { createRowCounter, explainEmpty, planOfAllRows, rightsOf } from "./explain-read.ts";
import { type Relation, shortName, viewSources } from "./policies/catalog.ts";
import { allRowsOf, maxCheckedRows, readRows, writtenRows } from "./policies/found-rows.ts";
import type { FoundRow } from "./policies/row-checker.ts";
import { formatRowCount } from "./reason-texts.ts";
import { messageOf } from "./session.ts";

/** Explains how many rows are changed by a write that PostgreSQL did not refuse. */
export async function explainWrite(
  analysis: Analysis,
  { mutation, table }: MutateRequestPlan,
): Promise<Finding> {
  const relation = findRelation(analysis, table);
  const details = await rightsOf(analysis, relation);
  const rows = analysis.response.rows ?? 0;
  if (mutation.kind === "insert" || !relation) {
    return {
      cause: "allowed",
      text: "the policies let every row be written",
      remedies: [],
      details,
    };
  }
  const plan = matchedBy(mutation, table);
  const count = createRowCounter(analysis);
  const matching = await count("privileged", plan);
  if (matching === 0) return explainEmpty(plan, count, shortName(relation));
  const verb = mutation.kind === "update" ? "updated" : "deleted";
  if (rows >= matching) {
    return { cause: "allowed", text: `every row that matches is ${verb}`, remedies: [], details };
  }
  const base = await tableBehind(analysis, relation);
  const matchedRows = await allRowsOf(
    analysis.session,
    base === relation ? plan : planOfAllRows(base),
    maxCheckedRows,
  );
  const use = { kind: mutation.kind, reads: readsRows(mutation) } as const;
  const finding = await explainRefusedRows(analysis, base, matchedRows, use);
  const partialText = `only ${rows} of the ${formatRowCount(matching)} that match ${rows === 1 ? "is" : "are"} ${verb}`;
  if (finding)
    return rows === 0 ? finding : { ...finding, text: `${partialText}; ${finding.text}` };
  return {
    cause: "policy",
    text: `${partialText}, because of a trigger, a rule or a policy that was not evaluated`,
    remedies: [],
    details,
  };
}

/** Explains the error `new row violates row-level security policy`. */
export async function explainRefusedWrite(
  analysis: Analysis,
  { mutation, table }: MutateRequestPlan,
  message: string,
): Promise<Finding | undefined> {
  const relation = findRelation(analysis, table);
  if (!relation) return undefined;
  const base = await tableBehind(analysis, relation);
  const [, refusedTable] = /for table "(.+)"$/.exec(message) ?? [];
  if (refusedTable !== undefined && refusedTable !== base.name) {
    return {
      cause: "with-check",
      text: `the statement also writes ${refusedTable}, by a trigger or a rule, and the policies of that table refuse the row`,
      remedies: [
        `Give ${refusedTable} a policy for this row, or make the trigger's function security definer.`,
      ],
    };
  }
  const { session } = analysis;
  const written = await writtenRows(
    session,
    mutationQuery({ ...mutation, returning: ["*"] } as MutationPlan),
  ).catch((error: unknown) => messageOf(error));
  if (typeof written === "string") {
    return {
      cause: "with-check",
      text: `a policy of ${shortName(base)} refuses the row, which could not be examined`,
      remedies: [],
      notes: [`With row-level security bypassed, the statement fails as well: ${written}`],
    };
  }
  if (message.includes("(USING expression)")) {
    const existingRows = await conflictingRows(analysis, base, mutation, written);
    const use = { kind: "update", reads: true } as const;
    const finding = await explainRefusedRows(analysis, base, existingRows, use);
    if (finding) return { ...finding, text: `the row exists already; ${finding.text}` };
  }
  const reads = readsRows(mutation);
  const use = { kind: mutation.kind === "insert" ? "insert" : "updated", reads } as const;
  const finding = await explainRefusedRows(analysis, base, written, use, true);
  const updatesRows = mutation.kind === "insert" && mutation.onConflict !== null;
  const upsertFinding = updatesRows
    ? await explainRefusedRows(analysis, base, written, { kind: "updated", reads: true }, true)
    : undefined;
  const decisiveFinding = finding ?? upsertFinding;
  if (!decisiveFinding) return undefined;
  const isReadBack = finding?.command === "SELECT";
  if (mutation.kind !== "insert" || !isReadBack) return decisiveFinding;
  return {
    ...decisiveFinding,
    text: `the row may be inserted, but not be read back: ${decisiveFinding.text}`,
    remedies: [
      "Send Prefer: return=minimal; with supabase-js, leave out .select().",
      ...decisiveFinding.remedies,
    ],
  };
}

/** Returns whether the statement reads the rows, so that the policies for SELECT also apply. */
function readsRows(mutation: MutationPlan): boolean {
  if (mutation.returning.length > 0) return true;
  if (mutation.kind === "insert") return mutation.onConflict?.resolution === "merge-duplicates";
  return mutation.where.length > 0;
}

/** Returns a read plan for the rows that an update or deletion matches. */
function matchedBy(
  mutation: Exclude<MutationPlan, { kind: "insert" }>,
  table: { readonly schema: string; readonly name: string },
): ReadPlan {
  return { ...planOfAllRows(table), where: mutation.where };
}

/** Returns the relation itself, or the table that is written through a simple view. */
async function tableBehind({ session }: Analysis, relation: Relation): Promise<Relation> {
  if (relation.kind !== "view") return relation;
  const sources = await viewSources(session.connection, session.role, relation);
  return sources.find(({ relation: { kind } }) => kind === "table")?.relation ?? relation;
}

/** Returns the rows that an upsert would update. */
async function conflictingRows(
  { session }: Analysis,
  base: Relation,
  mutation: MutationPlan,
  written: readonly FoundRow[],
): Promise<FoundRow[]> {
  const columns = mutation.kind === "insert" ? (mutation.onConflict?.columns ?? []) : [];
  const keys = written.map(({ json }) =>
    Object.fromEntries(columns.map((name) => [name, json[name]])),
  );
  if (columns.length === 0) return [];
  const table = qualified(base);
  const key = join(columns.map((name) => sql`${name}::text, ${table}.${identifier(name)}`));
  return readRows(
    session,
    sql`select (${table}.*)::text as text, to_jsonb(${table}.*) as json from ${table}
      where jsonb_build_object(${key}) in (select jsonb_array_elements(${JSON.stringify(keys)}::jsonb))`,
    sql`true`,
    maxCheckedRows,
  );
}
