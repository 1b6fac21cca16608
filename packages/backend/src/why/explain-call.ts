import { sql, trusted } from "../database/sql.ts";
import type { CallRequestPlan } from "../rest/plan/types.ts";
import { callQuery } from "../rest/sql/call.ts";
import { countQuery } from "../rest/sql/read.ts";
import type { Analysis, Finding } from "./analysis.ts";
import { explainEmpty, type RowCounter } from "./explain-read.ts";
import { type Relation, readPolicies, readRelations, shortName } from "./policies/catalog.ts";
import { formatRowCount } from "./reason-texts.ts";
import { countSql, maxCount } from "./session.ts";

/** A function and its rights when it runs. */
interface FunctionFacts {
  readonly signature: string;
  readonly owner: string;
  readonly isDefiner: boolean;
  readonly language: string;
  readonly source: string;
}

/** Explains a function call's result. */
export async function explainCall(analysis: Analysis, plan: CallRequestPlan): Promise<Finding> {
  const facts = await readFunctionFacts(analysis, plan);
  const rights = facts.isDefiner
    ? `${facts.signature} is security definer: it has the rights of its owner ${facts.owner}, and the policies for ${analysis.session.role} do not apply in it.`
    : `${facts.signature} is security invoker: it has the rights of ${analysis.session.role}.`;
  const details = [rights];
  const count = countCall(analysis, plan);
  const matching = await count("privileged", plan.read);
  if (matching === 0) {
    const total = await count("privileged", { ...plan.read, where: [], embeds: [] });
    if (total > 0) return { ...(await explainEmpty(plan.read, count, plan.routine.name)), details };
    return {
      cause: "function",
      text: `${facts.signature} returns no row, even with row-level security bypassed`,
      remedies: ["Check what the function does with these arguments."],
      details,
    };
  }
  const visible = await count("caller", plan.read);
  if (visible < matching) {
    const filteredTables = await mentionedTables(analysis, facts);
    const tables = filteredTables.map(({ text }) => text);
    return {
      cause: "function",
      text: `${facts.signature} is security invoker and returns ${visible} of ${formatRowCount(matching)}, because row-level security applies to the tables that it reads${tables.length > 0 ? `: ${tables.join("; ")}` : ""}`,
      remedies: [
        "Give the tables a policy for the rows, or make the function security definer and let it check the caller itself.",
      ],
      details,
    };
  }
  const rows = analysis.response.rows ?? visible;
  return rows < visible && visible <= maxCount
    ? {
        cause: "range",
        text: `limit, offset or max_rows select ${rows} of ${formatRowCount(visible)}`,
        remedies: ["Read the next page with limit and offset."],
        details,
      }
    : {
        cause: "nothing-hidden",
        text: "the function's whole result is returned",
        remedies: [],
        details,
      };
}

const countCall =
  ({ session }: Analysis, { call }: CallRequestPlan): RowCounter =>
  async (role, read) => {
    const { rows } = await session.dryRun<{ count: number }>(
      role,
      sql`with pgrst_source as (${callQuery(call)}) ${countSql(countQuery(read))}`,
    );
    return rows[0]?.count ?? 0;
  };

async function readFunctionFacts(
  { session }: Analysis,
  { routine }: CallRequestPlan,
): Promise<FunctionFacts> {
  const names = routine.parameters.map(({ name }) => name);
  const { rows } = await session.connection.query<FunctionFacts>(sql`
    select p.oid::regprocedure::text as signature, pg_get_userbyid(p.proowner) as owner,
      p.prosecdef as "isDefiner", l.lanname as language, left(p.prosrc, 100000) as source
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace join pg_language l on l.oid = p.prolang
    where n.nspname = ${routine.schema} and p.proname = ${routine.name}
    order by coalesce(p.proargnames, '{}') @> ${names}::text[] desc, p.pronargs = ${trusted(String(names.length))} desc
    limit 1`);
  const [facts] = rows;
  if (!facts) throw new Error(`The function ${routine.name} is not in the catalog.`);
  return facts;
}

/** Returns the tables with row-level security that the function's text mentions. */
async function mentionedTables(
  { session: { connection, role } }: Analysis,
  { source }: FunctionFacts,
): Promise<{ readonly text: string; readonly relation: Relation }[]> {
  const words = [...new Set(source.match(/[\w$]+/g) ?? [])].slice(0, 5_000);
  const { rows } = await connection.query<{ oid: number }>(sql`
    select c.oid::bigint as oid from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relrowsecurity and c.relname = any (${words}::text[]) order by c.relname limit 10`);
  const oids = rows.map(({ oid }) => oid);
  const relations = await readRelations(connection, role, oids);
  const policies = await readPolicies(connection, role, oids);
  return relations
    .filter(({ isFiltered }) => isFiltered)
    .map((relation) => {
      const appliedPolicies = policies.filter(
        ({ applies, table, command }) =>
          applies &&
          table === `${relation.schema}.${relation.name}` &&
          (command === "SELECT" || command === "ALL"),
      );
      const names = appliedPolicies.map(({ name }) => `"${name}"`).join(", ");
      const text =
        appliedPolicies.length === 0
          ? `${shortName(relation)} has no SELECT policy for ${role}`
          : `${shortName(relation)} has ${names}`;
      return { text, relation };
    });
}
