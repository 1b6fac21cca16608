import { identifier, join, type Sql, sql, trusted } from "../../database/sql.ts";
import type { EvaluatedClause, EvaluatedSubselect } from "../explanation.ts";
import { messageOf, type Session, truncate } from "../session.ts";
import { type Relation, readPolicies, readRelations, shortName } from "./catalog.ts";
import { type Clause, parseClauses, toReadableSql } from "./policy-clauses.ts";

/** A condition of a policy that is ready to be evaluated for rows. */
export interface PreparedCondition {
  readonly root: PreparedExpression;
  readonly clause: PreparedClause;
}

/** The view that computes the expression, or the error if PostgreSQL refused the expression. */
type PreparedExpression = { readonly view: string } | { readonly error: string };

type PreparedClause =
  | { readonly kind: "and" | "or" | "not"; readonly members: readonly PreparedClause[] }
  | {
      readonly kind: "leaf";
      readonly text: string;
      readonly condition: PreparedExpression;
      readonly operands: readonly { readonly text: string; readonly value: PreparedExpression }[];
      readonly subselects: readonly PreparedSubselect[];
    };

interface PreparedSubselect {
  readonly text: string;
  readonly rows: PreparedExpression;
  readonly filteredBy: EvaluatedSubselect["filteredBy"];
}

const schema = "portico_why";
const rowSetting = "portico_why.row";
const maxValueLength = 200;
const maxSubselectRows = 4;

/**
 * Evaluates conditions of policies for rows. Each expression becomes a view with `security_invoker`, in a schema that
 * the transaction rolls back. PostgreSQL resolves the names in a view when the view is created, as it does for a
 * policy. Therefore a caller without USAGE on the schema of a policy's function can still evaluate the policy. Tables
 * in the expression are read with the caller's rights and policies, as in the policy itself. The row is passed in a
 * setting, so that no policies apply to reading it.
 */
export class Evaluator {
  readonly #session: Session;
  #count = 0;

  private constructor(session: Session) {
    this.#session = session;
  }

  static async open(session: Session): Promise<Evaluator> {
    await session.connection.script(
      `create schema ${schema}; grant usage on schema ${schema} to public`,
    );
    return new Evaluator(session);
  }

  /** Prepares a condition, as `pg_get_expr` prints it with the current search path. */
  async prepare(relation: Relation, condition: string): Promise<PreparedCondition> {
    const clause = await this.#prepareClause(relation, parseClauses(condition));
    if (clause.kind === "leaf") return { root: clause.condition, clause };
    return {
      root: await this.#createView(relation, sql`(${trusted(condition)})::boolean`),
      clause,
    };
  }

  async #prepareClause(relation: Relation, clause: Clause): Promise<PreparedClause> {
    if (clause.kind !== "leaf") {
      const members: PreparedClause[] = [];
      for (const member of clause.members) {
        members.push(await this.#prepareClause(relation, member));
      }
      return { kind: clause.kind, members };
    }
    const { sql: source } = clause;
    const operands = [];
    for (const operand of clause.operands) {
      const value = await this.#createView(relation, sql`(${trusted(operand)})::text`);
      operands.push({ text: toReadableSql(operand), value });
    }
    const subselects = [];
    for (const query of clause.subselects) {
      subselects.push(await this.#prepareSubselect(relation, query));
    }
    const condition = await this.#createView(relation, sql`(${trusted(source)})::boolean`);
    return { kind: "leaf", text: clause.text, condition, operands, subselects };
  }

  async #prepareSubselect(relation: Relation, query: string): Promise<PreparedSubselect> {
    const rows = await this.#createView(
      relation,
      sql`to_json(array(select left(found::text, ${trusted(String(maxValueLength))})
        from (${trusted(query)}) as found limit ${trusted(String(maxSubselectRows))}))::text`,
    );
    const sources = "view" in rows ? await this.#sourcesOf(rows.view) : [];
    const filteredSources = sources.filter(
      ({ oid, isFiltered }) => isFiltered && oid !== relation.oid,
    );
    const { connection, role } = this.#session;
    const filteredBy = [];
    for (const source of filteredSources) {
      const policies = (await readPolicies(connection, role, [source.oid])).filter(
        ({ applies, command }) => applies && (command === "SELECT" || command === "ALL"),
      );
      filteredBy.push({ table: shortName(source), policies: policies.map(({ name }) => name) });
    }
    return { text: toReadableSql(query), rows, filteredBy };
  }

  async #createView(relation: Relation, expression: Sql): Promise<PreparedExpression> {
    const view = `e${++this.#count}`;
    const type = identifier(relation.schema, relation.name);
    const { text } = sql`savepoint portico_why_view;
      create view ${identifier(schema, view)} with (security_invoker = true) as
      select ${expression} as value
      from jsonb_populate_record(nullif(current_setting('${trusted(rowSetting)}'), '')::${type}, '{}')
        as ${identifier(relation.name)};
      grant select on ${identifier(schema, view)} to public;
      release savepoint portico_why_view`;
    const { connection } = this.#session;
    try {
      await connection.script(text);
      return { view };
    } catch (error) {
      const message = messageOf(error);
      await connection.script(
        "rollback to savepoint portico_why_view; release savepoint portico_why_view",
      );
      return { error: message };
    }
  }

  async #sourcesOf(view: string): Promise<Relation[]> {
    const { connection, role } = this.#session;
    const { rows } = await connection.query<{ oid: number }>(sql`
      select distinct d.refobjid::bigint as oid from pg_depend d
      join pg_rewrite w on w.oid = d.objid and d.classid = 'pg_rewrite'::regclass
      where w.ev_class = ${`${schema}.${view}`}::regclass and d.refclassid = 'pg_class'::regclass
        and d.refobjid <> w.ev_class`);
    return readRelations(
      connection,
      role,
      rows.map(({ oid }) => oid),
    );
  }

  /**
   * Evaluates a condition as the caller.
   *
   * @param row the row in the text format of its row type
   */
  async evaluate(
    { root, clause }: PreparedCondition,
    row: string,
  ): Promise<{
    readonly value: boolean | null;
    readonly error: string | null;
    readonly clause: EvaluatedClause;
  }> {
    await this.#session.connection.query(sql`select set_config(${rowSetting}, ${row}, true)`);
    const views = [...new Set([root, ...expressionsOf(clause)])];
    const values = await this.#valuesOf("caller", views);
    const queries = subselectsOf(clause);
    const unfiltered = await this.#valuesOf(
      "privileged",
      queries.map(({ rows }) => rows),
    );
    const { value, error } = toTruth(values.get(root));
    return { value, error, clause: toEvaluatedClause(clause, values, unfiltered) };
  }

  /** Reads all views with one statement. If that fails, reads each view with a separate statement. */
  async #valuesOf(
    role: "caller" | "privileged",
    expressions: readonly PreparedExpression[],
  ): Promise<Values> {
    const values: Values = new Map();
    const views = expressions.flatMap((expression) => {
      if ("view" in expression) return [{ expression, view: expression.view }];
      values.set(expression, expression);
      return [];
    });
    if (views.length === 0) return values;
    const run = (statement: Sql) =>
      role === "caller"
        ? this.#session.asCaller<Record<string, string | null>>(statement)
        : this.#session.asPrivileged<Record<string, string | null>>(statement);
    const select = (view: string) =>
      sql`(select left(value::text, ${20 * maxValueLength}) from ${identifier(schema, view)}) as ${identifier(view)}`;
    try {
      const { rows } = await run(sql`select ${join(views.map(({ view }) => select(view)))}`);
      for (const { expression, view } of views) {
        values.set(expression, { value: rows[0]?.[view] ?? null });
      }
    } catch {
      for (const { expression, view } of views) {
        const value = await run(sql`select ${select(view)}`).then(
          ({ rows }) => ({ value: rows[0]?.[view] ?? null }),
          (error: unknown) => ({ error: messageOf(error) }),
        );
        values.set(expression, value);
      }
    }
    return values;
  }
}

type Value = { readonly value: string | null } | { readonly error: string };
type Values = Map<PreparedExpression, Value>;

const expressionsOf = (clause: PreparedClause): PreparedExpression[] =>
  clause.kind === "leaf"
    ? [
        clause.condition,
        ...clause.operands.map(({ value }) => value),
        ...clause.subselects.map(({ rows }) => rows),
      ]
    : clause.members.flatMap(expressionsOf);

const subselectsOf = (clause: PreparedClause): readonly PreparedSubselect[] =>
  clause.kind === "leaf" ? clause.subselects : clause.members.flatMap(subselectsOf);

function toTruth(value: Value | undefined): { value: boolean | null; error: string | null } {
  if (!value || "error" in value) return { value: null, error: value?.error ?? null };
  return { value: value.value === null ? null : value.value === "true", error: null };
}

function toEvaluatedClause(
  clause: PreparedClause,
  values: Values,
  unfiltered: Values,
): EvaluatedClause {
  if (clause.kind !== "leaf") {
    const members = clause.members.map((member) => toEvaluatedClause(member, values, unfiltered));
    return { kind: clause.kind, value: combineValues(clause.kind, members), members };
  }
  const { text, condition, operands, subselects } = clause;
  return {
    kind: "leaf",
    text,
    ...toTruth(values.get(condition)),
    operands: operands.map((operand) => {
      const value = values.get(operand.value);
      const result = value && "value" in value ? value.value : null;
      return {
        text: operand.text,
        value: result === null ? null : truncate(result, maxValueLength),
      };
    }),
    subselects: subselects.map(
      (query): EvaluatedSubselect => ({
        text: query.text,
        rows: toRows(values.get(query.rows)),
        unfilteredRows: toRows(unfiltered.get(query.rows)),
        filteredBy: query.filteredBy,
      }),
    ),
  };
}

function toRows(value: Value | undefined): readonly string[] | null {
  return value && "value" in value && value.value !== null ? parseRows(value.value) : null;
}

function parseRows(text: string): readonly string[] | null {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Combines values in three-valued logic, as SQL does. */
function combineValues(
  kind: "and" | "or" | "not",
  members: readonly EvaluatedClause[],
): boolean | null {
  const values = members.map(({ value }) => value);
  if (kind === "not") {
    const [value = null] = values;
    return value === null ? null : !value;
  }
  const decisive = kind === "or";
  if (values.includes(decisive)) return decisive;
  return values.includes(null) ? null : !decisive;
}
