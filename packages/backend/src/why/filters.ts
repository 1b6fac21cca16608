import type { Operation } from "../rest/parse/syntax.ts";
import type { EmbedPlan, PlanCondition, ReadPlan } from "../rest/plan/types.ts";
import { cut } from "./session.ts";

/** A part of a read that excludes rows, with the read plan without that part. */
export interface RemovablePart {
  readonly kind: "filter" | "inner-join";
  /** The part as in the URL, such as `id=eq.5`. */
  readonly label: string;
  readonly without: ReadPlan;
}

/** Returns the filters and inner joins of a read. */
export function removables(plan: ReadPlan): RemovablePart[] {
  const filters = plan.where.map(
    (condition, index): RemovablePart => ({
      kind: "filter",
      label: describeCondition(condition),
      without: { ...plan, where: plan.where.toSpliced(index, 1) },
    }),
  );
  const embeds = plan.embeds.flatMap((embed, index): RemovablePart[] => {
    if (embed.join !== "inner") return [];
    const replaced = (inner: EmbedPlan) => ({ ...plan, embeds: plan.embeds.with(index, inner) });
    return [
      ...removables(embed.plan).map(({ kind, label, without }) => ({
        ...{ kind, label: `${embed.name}.${label}` },
        without: replaced({ ...embed, plan: without }),
      })),
      {
        kind: "inner-join",
        label: `${embed.name}!inner`,
        without: replaced({ ...embed, join: null }),
      },
    ];
  });
  return [...filters, ...embeds];
}

/** Returns a read plan without its filters and inner joins. */
export const withoutAny = (plan: ReadPlan): ReadPlan => ({ ...plan, where: [], embeds: [] });

/** Formats a condition as in the URL. */
export function describeCondition(condition: PlanCondition): string {
  switch (condition.kind) {
    case "filter": {
      const { field, condition: own } = condition;
      const path = field.path.map(({ arrow, value }) => `${arrow}${value}`).join("");
      return cut(
        `${field.name}${path}=${own.negated ? "not." : ""}${describeOperation(own.operation)}`,
        120,
      );
    }
    case "embedIsNull":
      return `${condition.embed}=${condition.negated ? "not." : ""}is.null`;
    case "group": {
      const members = condition.members.map((member) =>
        describeCondition(member).replace("=", "."),
      );
      return cut(
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
