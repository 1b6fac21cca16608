import type { Operation } from "../rest/parse/syntax.ts";
import type { EmbedPlan, PlanCondition, ReadPlan } from "../rest/plan/types.ts";
import { truncate } from "./session.ts";

/** A filter or inner join that excludes rows from a read, and the read plan without it. */
export interface RemovablePart {
  readonly kind: "filter" | "inner-join";
  /** The part in the format of the URL, such as `id=eq.5`. */
  readonly label: string;
  readonly without: ReadPlan;
}

/** Returns the filters and inner joins of a read. */
export function removableParts(plan: ReadPlan): RemovablePart[] {
  const filters = plan.where.map(
    (condition, index): RemovablePart => ({
      kind: "filter",
      label: describeCondition(condition),
      without: { ...plan, where: plan.where.toSpliced(index, 1) },
    }),
  );
  const embeds = plan.embeds.flatMap((embed, index): RemovablePart[] => {
    if (embed.join !== "inner") return [];
    const withEmbed = (inner: EmbedPlan) => ({ ...plan, embeds: plan.embeds.with(index, inner) });
    return [
      ...removableParts(embed.plan).map(({ kind, label, without }) => ({
        kind,
        label: `${embed.name}.${label}`,
        without: withEmbed({ ...embed, plan: without }),
      })),
      {
        kind: "inner-join",
        label: `${embed.name}!inner`,
        without: withEmbed({ ...embed, join: null }),
      },
    ];
  });
  return [...filters, ...embeds];
}

/** Returns a read plan without its filters and inner joins. */
export const withoutFilters = (plan: ReadPlan): ReadPlan => ({ ...plan, where: [], embeds: [] });

/** Returns a condition in the format of the URL. */
export function describeCondition(condition: PlanCondition): string {
  switch (condition.kind) {
    case "filter": {
      const { field, condition: filterCondition } = condition;
      const path = field.path.map(({ arrow, value }) => `${arrow}${value}`).join("");
      return truncate(
        `${field.name}${path}=${filterCondition.negated ? "not." : ""}${describeOperation(filterCondition.operation)}`,
        120,
      );
    }
    case "embedIsNull":
      return `${condition.embed}=${condition.negated ? "not." : ""}is.null`;
    case "group": {
      const members = condition.members.map((member) =>
        describeCondition(member).replace("=", "."),
      );
      return truncate(
        `${condition.negated ? "not." : ""}${condition.operator}=(${members.join(",")})`,
        120,
      );
    }
    default:
      return condition satisfies never;
  }
}

function describeOperation(operation: Operation): string {
  switch (operation.kind) {
    case "simple":
      return `${operation.operator}.${operation.value}`;
    case "quantifiable": {
      const { operator, quantifier, value } = operation;
      return `${operator}${quantifier === null ? "" : `(${quantifier})`}.${value}`;
    }
    case "in":
      return `in.(${operation.values.join(",")})`;
    case "is":
    case "isdistinct":
      return `${operation.kind}.${operation.value}`;
    case "textSearch": {
      const { operator, language, value } = operation;
      return `${operator}${language === null ? "" : `(${language})`}.${value}`;
    }
    default:
      return operation satisfies never;
  }
}
