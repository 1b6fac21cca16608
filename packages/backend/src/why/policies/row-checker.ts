import type { Command, EvaluatedPolicy, ExplainedRow } from "../explanation.ts";
import type { Session } from "../session.ts";
import { type Policy, type Relation, readPolicies, shortName } from "./catalog.ts";
import { Evaluator, type PreparedCondition } from "./evaluator.ts";

/** The policies of one command. A row has to pass at least one permissive policy, and all restrictive ones. */
export interface CheckGroup {
  readonly command: Command;
  readonly part: "using" | "with check";
  readonly policies: readonly Policy[];
}

/** A row in the text format of its row type, and as JSON. */
export interface FoundRow {
  readonly text: string;
  readonly json: Readonly<Record<string, unknown>>;
}

/** A row with the groups of policies that it does not pass. */
export interface CheckedRow extends ExplainedRow {
  readonly failed: readonly CheckGroup[];
}

/** The operation on a row. */
export type RowUse =
  | { readonly kind: "select" }
  /** `reads` is true if the request also reads the row, in a filter or to return it. */
  | { readonly kind: "insert" | "update" | "updated" | "delete"; readonly reads: boolean };

/** Evaluates the policies of tables for rows. */
export class RowChecker {
  readonly #session: Session;
  readonly #policies = new Map<number, Promise<Policy[]>>();
  readonly #conditions = new Map<string, Promise<PreparedCondition>>();
  #evaluator: Promise<Evaluator> | undefined;

  constructor(session: Session) {
    this.#session = session;
  }

  policiesOf(relation: Relation): Promise<Policy[]> {
    const { connection, role } = this.#session;
    const cached = this.#policies.get(relation.oid);
    const policies = cached ?? readPolicies(connection, role, [relation.oid]);
    this.#policies.set(relation.oid, policies);
    return policies;
  }

  /** Returns the groups of policies that a row has to pass (PostgreSQL documentation, "CREATE POLICY", table 302). */
  async groupsOf(relation: Relation, use: RowUse): Promise<CheckGroup[]> {
    if (!relation.isFiltered) return [];
    const all = await this.policiesOf(relation);
    const group = (command: Command, part: CheckGroup["part"]): CheckGroup => ({
      command,
      part,
      policies: all.filter(
        (policy) => policy.applies && (policy.command === command || policy.command === "ALL"),
      ),
    });
    const select = group("SELECT", "using");
    switch (use.kind) {
      case "select":
        return [select];
      case "insert":
        return [group("INSERT", "with check"), ...(use.reads ? [select] : [])];
      case "update":
        return [group("UPDATE", "using"), ...(use.reads ? [select] : [])];
      case "updated":
        return [group("UPDATE", "with check"), ...(use.reads ? [select] : [])];
      case "delete":
        return [group("DELETE", "using"), ...(use.reads ? [select] : [])];
      default:
        return use satisfies never;
    }
  }

  /** Evaluates the policies for a row. */
  async check(
    relation: Relation,
    { text, json }: FoundRow,
    groups: readonly CheckGroup[],
    isNew: boolean,
  ): Promise<CheckedRow> {
    const policies: EvaluatedPolicy[] = [];
    const failed: CheckGroup[] = [];
    for (const group of groups) {
      const evaluatedPolicies: EvaluatedPolicy[] = [];
      for (const policy of group.policies) {
        evaluatedPolicies.push(await this.#evaluate(relation, policy, group, text));
      }
      policies.push(...evaluatedPolicies);
      if (!passes(evaluatedPolicies)) failed.push(group);
    }
    return {
      table: shortName(relation),
      row: json,
      isNew,
      passes: failed.length === 0,
      policies,
      failed,
    };
  }

  async #evaluate(
    relation: Relation,
    { oid, name, isPermissive, using, withCheck }: Policy,
    { command, part }: CheckGroup,
    row: string,
  ): Promise<EvaluatedPolicy> {
    const condition = (part === "using" ? using : (withCheck ?? using)) ?? "true";
    const key = `${oid} ${condition}`;
    this.#evaluator ??= Evaluator.open(this.#session);
    const evaluator = await this.#evaluator;
    const prepared = this.#conditions.get(key) ?? evaluator.prepare(relation, condition);
    this.#conditions.set(key, prepared);
    const result = await evaluator.evaluate(await prepared, row);
    return { policy: name, command, isPermissive, part, ...result };
  }
}

function passes(policies: readonly EvaluatedPolicy[]): boolean {
  const permissive = policies.filter(({ isPermissive }) => isPermissive);
  const restrictive = policies.filter(({ isPermissive }) => !isPermissive);
  return (
    permissive.some(({ value }) => value === true) &&
    restrictive.every(({ value }) => value === true)
  );
}
