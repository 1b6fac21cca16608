import type { Connection } from "../../database/port.ts";
import type { Plan, PlanCondition, ReadPlan } from "../../rest/plan/types.ts";
import type { QualifiedName } from "../../rest/qualified-name.ts";
import type { Command } from "../explanation.ts";
import { type Relation, type RequiredPrivilege, readRelations } from "./catalog.ts";

interface NamedNeed {
  readonly table: QualifiedName;
  readonly privilege: Command;
  readonly columns: readonly string[];
}

/** Returns the tables and views that a request refers to, and the privileges that it needs on them. */
export async function requiredPrivilegesOf(
  connection: Connection,
  role: string,
  plan: Plan,
): Promise<{
  readonly relations: readonly Relation[];
  readonly needs: readonly RequiredPrivilege[];
}> {
  const namedNeedsOfPlan = namedNeeds(plan);
  const relations = await readRelations(
    connection,
    role,
    namedNeedsOfPlan.map(({ table }) => table),
  );
  const needs = namedNeedsOfPlan.flatMap(({ table, privilege, columns }): RequiredPrivilege[] => {
    const relation = relations.find(
      ({ schema, name }) => schema === table.schema && name === table.name,
    );
    if (!relation) return [];
    const columnNames = columns.includes("*") ? relation.columns : columns;
    return [{ relation, privilege, columns: [...new Set(columnNames)] }];
  });
  return { relations, needs };
}

function namedNeeds(plan: Plan): NamedNeed[] {
  switch (plan.kind) {
    case "read":
      return readNeeds(plan.read, plan.table, []);
    case "call":
      return plan.read.embeds.flatMap((embed) => readNeeds(embed.plan, embed.plan.from, []));
    case "mutate":
      return mutationNeeds(plan);
    case "describe":
    case "options":
      return [];
    default:
      return plan satisfies never;
  }
}

function mutationNeeds({ mutation, table, read }: Extract<Plan, { kind: "mutate" }>): NamedNeed[] {
  const columns = "columns" in mutation ? mutation.columns.map(({ name }) => name) : [];
  const filterColumns = mutation.where.flatMap(columnsOf);
  const returnedColumns = mutation.returning;
  const conflictColumns =
    mutation.kind === "insert" && mutation.onConflict ? mutation.onConflict.columns : [];
  const merges =
    mutation.kind === "insert" && mutation.onConflict?.resolution === "merge-duplicates";
  const privilege = mutation.kind.toUpperCase() as "INSERT" | "UPDATE" | "DELETE";
  const readColumns = [
    ...(mutation.kind === "insert" ? [] : filterColumns),
    ...returnedColumns,
    ...conflictColumns,
  ];
  return [
    { table, privilege, columns },
    ...(merges ? [{ table, privilege: "UPDATE" as const, columns }] : []),
    ...(readColumns.length > 0
      ? [{ table, privilege: "SELECT" as const, columns: readColumns }]
      : []),
    ...read.embeds.flatMap((embed) => readNeeds(embed.plan, embed.plan.from, [])),
  ];
}

/**
 * Returns the privileges that a read needs on its tables.
 *
 * @param joinColumns the columns on which the parent joins this table
 */
function readNeeds(
  plan: ReadPlan,
  table: QualifiedName,
  joinColumns: readonly string[],
): NamedNeed[] {
  const selectsAll = plan.select.length === 0 && plan.embeds.length === 0;
  const columns = [
    ...(selectsAll ? ["*"] : plan.select.map(({ field }) => field.name)),
    ...plan.where.flatMap(columnsOf),
    ...plan.order.filter(({ embed }) => embed === null).map(({ field }) => field.name),
    ...joinColumns,
    ...plan.embeds.flatMap(({ relationship }) =>
      relationship.kind === "computed"
        ? ["*"]
        : relationship.kind === "many-to-many"
          ? relationship.junction.source.map(([column]) => column)
          : relationship.columns.map(([column]) => column),
    ),
  ];
  const embeds = plan.embeds.flatMap(({ relationship, plan: inner }): NamedNeed[] => {
    switch (relationship.kind) {
      case "computed":
        return [];
      case "many-to-many": {
        const { table: junction, source, target } = relationship.junction;
        const pairs = [...source, ...target].map(([, column]) => column);
        return [
          { table: junction, privilege: "SELECT", columns: pairs },
          ...readNeeds(
            inner,
            relationship.foreign,
            target.map(([column]) => column),
          ),
        ];
      }
      default:
        return readNeeds(
          inner,
          relationship.foreign,
          relationship.columns.map(([, to]) => to),
        );
    }
  });
  return [{ table, privilege: "SELECT", columns }, ...embeds];
}

/** Returns the columns that a condition reads. */
export function columnsOf(condition: PlanCondition): string[] {
  switch (condition.kind) {
    case "filter":
      return [condition.field.name];
    case "group":
      return condition.members.flatMap(columnsOf);
    case "embedIsNull":
      return [];
    default:
      return condition satisfies never;
  }
}
