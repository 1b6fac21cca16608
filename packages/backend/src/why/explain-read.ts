import { isAllRows } from "../rest/parse/range.ts";
import type { EmbedPlan, ReadPlan } from "../rest/plan/types.ts";
import { countQuery, tableOf } from "../rest/sql/read.ts";
import { type Analysis, explainRefusedRows, type Finding, findRelation } from "./analysis.ts";
import { type Relation, readRelations, shortName, viewSources } from "./policies/catalog.ts";
import { rowsBehindView, unseenChildren, unseenRows } from "./policies/found-rows.ts";
import { formatRowCount } from "./reason-texts.ts";
import { removableParts, withoutFilters } from "./request-filters.ts";
import { countSql, maxCount } from "./session.ts";

/** Counts the rows that a read matches, up to {@link maxCount} + 1. */
export type RowCounter = (role: "caller" | "privileged", plan: ReadPlan) => Promise<number>;

/** Returns a function that counts rows with the wire's own statement. */
export const createRowCounter =
  ({ session }: Pick<Analysis, "session">): RowCounter =>
  async (role, plan) => {
    const statement = countSql(countQuery(plan));
    const { rows } =
      role === "caller"
        ? await session.asCaller<{ count: number }>(statement)
        : await session.asPrivileged<{ count: number }>(statement);
    return rows[0]?.count ?? 0;
  };

/** Explains how many rows a read returns. */
export async function explainRead(analysis: Analysis, plan: ReadPlan): Promise<Finding> {
  const count = createRowCounter(analysis);
  const table = findRelation(analysis, plan.from);
  const matching = await count("privileged", plan);
  if (matching === 0) return explainEmpty(plan, count, nameOf(plan, table));
  const visible = await count("caller", plan);
  if (visible < matching && table) {
    const hidden = `only ${countText(visible)} of the ${formatRowCount(matching)} that match are visible`;
    const finding = await explainHidden(analysis, plan, table);
    return {
      ...finding,
      details: [
        `With row-level security bypassed, ${formatRowCount(matching)} of ${nameOf(plan, table)} match; the caller sees ${countText(visible)}.`,
        ...(finding.details ?? []),
      ],
      text: visible === 0 ? finding.text : `${hidden}; ${finding.text}`,
    };
  }
  const { rows, status, code } = analysis.response;
  if (code === "PGRST116") {
    return {
      cause: "request",
      text: `the request is for a single object, and ${formatRowCount(visible)} match`,
      remedies: ["Add a filter or a limit; with supabase-js, leave out .single()."],
    };
  }
  const isAggregated = plan.select.some(({ aggregate }) => aggregate !== null);
  if (status === 416 || (rows !== null && rows < visible && !isAggregated)) {
    return explainRange(analysis, plan, visible);
  }
  return (
    (await explainEmptyEmbed(analysis, plan, count)) ?? {
      cause: "nothing-hidden",
      text:
        visible > maxCount
          ? "row-level security hides none of the rows that match"
          : `every row that matches is returned`,
      remedies: [],
      details: await rightsOf(analysis, table),
    }
  );
}

const countText = (count: number) => (count > maxCount ? `more than ${maxCount}` : String(count));

const nameOf = (plan: ReadPlan, table: Relation | undefined) =>
  table ? shortName(table) : tableOf(plan).name;

/** Explains why no row matches, even with row-level security bypassed. */
export async function explainEmpty(
  plan: ReadPlan,
  count: RowCounter,
  name: string,
): Promise<Finding> {
  const total = await count("privileged", withoutFilters(plan));
  if (total === 0) {
    return {
      cause: "empty-table",
      text: `${name} has no rows at all`,
      remedies: ["Insert a row."],
    };
  }
  const parts = removableParts(plan);
  const decisiveParts = [];
  for (const part of parts) {
    const matchCount = await count("privileged", part.without);
    if (matchCount > 0) decisiveParts.push({ ...part, found: matchCount });
  }
  const details = [`${name} has ${formatRowCount(total)}.`];
  const [first, ...others] = decisiveParts;
  if (!first) {
    const labels = parts.map(({ label }) => label).join(", ");
    return {
      cause: "filter",
      text: `no single filter decides: each of ${labels} excludes the rows that the others leave`,
      remedies: ["Remove or change several of the filters."],
      details,
    };
  }
  const otherLabels = others.map(({ label }) => label).join(", ");
  const consequence = `without it, ${formatRowCount(first.found)} would match`;
  return {
    cause: first.kind,
    text:
      first.kind === "filter"
        ? `the filter ${first.label} excludes every row of ${name}; ${consequence}`
        : `the inner join ${first.label} finds no row for any row of ${name}; ${consequence}`,
    remedies: [
      first.kind === "filter"
        ? `Remove or change the filter ${first.label}.`
        : `Embed without !inner, or add the rows that it joins.`,
    ],
    details:
      otherLabels === ""
        ? details
        : [...details, `Without ${otherLabels}, rows would match as well.`],
  };
}

async function explainHidden(
  analysis: Analysis,
  plan: ReadPlan,
  table: Relation,
): Promise<Finding> {
  const { session } = analysis;
  if (table.kind === "view") return explainView(analysis, plan, table);
  const ownFinding = table.isFiltered
    ? await explainRefusedRows(analysis, table, await unseenRows(session, plan, table), {
        kind: "select",
      })
    : undefined;
  if (ownFinding) return ownFinding;
  for (const embed of plan.embeds.filter(({ join }) => join === "inner")) {
    const finding = await explainEmbed(analysis, plan, embed);
    if (finding) {
      return {
        ...finding,
        text: `the inner join ${embed.name}!inner finds no visible row; ${finding.text}`,
      };
    }
  }
  return {
    cause: "policy",
    text: `the policies of ${shortName(table)} hide rows, but not those that were examined`,
    remedies: [],
    notes: ["The rows that are hidden were not among those examined."],
  };
}

/** Explains why rows of an embedded table are hidden. */
async function explainEmbed(
  analysis: Analysis,
  plan: ReadPlan,
  embed: EmbedPlan,
): Promise<Finding | undefined> {
  const { relationship } = embed;
  const tables = [
    { name: relationship.foreign, which: "target" as const },
    ...(relationship.kind === "many-to-many"
      ? [{ name: relationship.junction.table, which: "junction" as const }]
      : []),
  ];
  for (const { name, which } of tables) {
    const [relation] = await readRelations(analysis.session.connection, analysis.session.role, [
      name,
    ]);
    if (!relation?.isFiltered) continue;
    const children = await unseenChildren(analysis.session, plan, embed, which);
    const finding = await explainRefusedRows(analysis, relation, children, { kind: "select" });
    if (finding) return finding;
  }
  return undefined;
}

/** Explains which rows the policies of a view's tables hide. */
async function explainView(analysis: Analysis, plan: ReadPlan, view: Relation): Promise<Finding> {
  const { session } = analysis;
  const sources = await viewSources(session.connection, session.role, view);
  const prefix = `${shortName(view)} is a view with security_invoker, so that the policies of its tables apply`;
  for (const { relation, readAs } of sources) {
    if (readAs !== session.role || !relation.isFiltered) continue;
    const rowsBehind = await rowsBehindView(session, plan, view, relation);
    const rows = rowsBehind ?? (await unseenRows(session, planOfAllRows(relation), relation));
    const finding = await explainRefusedRows(analysis, relation, rows, { kind: "select" });
    if (finding) {
      const notes = rowsBehind
        ? []
        : [
            `The view lacks the primary key of ${shortName(relation)}; any rows of it were examined.`,
          ];
      return { ...finding, text: `${prefix}: ${finding.text}`, notes };
    }
  }
  return { cause: "policy", text: prefix, remedies: [], details: await rightsOf(analysis, view) };
}

/** Returns a read plan for all rows of a table. */
export const planOfAllRows = ({ schema, name }: Pick<Relation, "schema" | "name">): ReadPlan => ({
  from: { schema, name },
  fromAlias: null,
  select: [],
  where: [],
  order: [],
  embeds: [],
  range: { lower: 0n, upper: null },
});

function explainRange({ settings }: Analysis, plan: ReadPlan, visible: number): Finding {
  const { range } = plan;
  const { maxRows } = settings;
  if (range.lower >= BigInt(visible)) {
    return {
      cause: "range",
      text: `the offset ${range.lower} is beyond the ${formatRowCount(visible)} that match`,
      remedies: ["Read a page that begins earlier."],
    };
  }
  const size = range.upper === null ? null : range.upper - range.lower + 1n;
  const isMaximum = maxRows !== null && size === maxRows;
  return {
    cause: "range",
    text: isMaximum
      ? `[api] max_rows limits each answer to ${maxRows} of the ${formatRowCount(visible)} that match`
      : `limit and offset select ${isAllRows(range) ? "all" : `rows ${range.lower} to ${range.upper ?? "the last"}`} of the ${formatRowCount(visible)} that match`,
    remedies: ["Read the next page with limit and offset, or the Range header."],
  };
}

/** Explains rows that are returned with an empty embed, because the embedded rows are hidden. */
async function explainEmptyEmbed(
  analysis: Analysis,
  plan: ReadPlan,
  count: RowCounter,
): Promise<Finding | undefined> {
  for (const [index, embed] of plan.embeds.entries()) {
    if (embed.relationship.kind === "computed") continue;
    const innerJoined = {
      ...plan,
      embeds: plan.embeds.with(index, { ...embed, join: "inner" as const }),
    };
    const matchCount = await count("privileged", innerJoined);
    const visible = await count("caller", innerJoined);
    if (visible >= matchCount) continue;
    const finding = await explainEmbed(analysis, innerJoined, embed);
    if (!finding) continue;
    const missing = matchCount > maxCount ? "some" : String(matchCount - visible);
    return { ...finding, text: `in ${missing} of them, ${embed.name} is empty; ${finding.text}` };
  }
  return undefined;
}

/** Returns sentences about the rights that apply when a table or view is read. */
export async function rightsOf(
  { session, checks }: Pick<Analysis, "session" | "checks">,
  table: Relation | undefined,
): Promise<string[]> {
  if (!table) return [];
  const name = shortName(table);
  if (table.kind === "view") {
    return [
      table.isInvoker
        ? `${name} is a view with security_invoker: it reads its tables with the rights of ${session.role}.`
        : `${name} is a view without security_invoker: it reads its tables with the rights of its owner ${table.owner}, and the policies for ${session.role} do not apply.`,
    ];
  }
  if (!table.hasRowSecurity) return [`${name} has no row-level security.`];
  if (!table.isFiltered) return [`${session.role} bypasses the row-level security of ${name}.`];
  const policies = await checks.policiesOf(table);
  const appliedPolicies = policies
    .filter(({ applies }) => applies)
    .map((policy) => `"${policy.name}"`);
  return [`These policies of ${name} are for ${session.role}: ${appliedPolicies.join(", ")}.`];
}
