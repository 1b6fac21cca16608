import { notImplemented } from "../errors.ts";
import type { AggregateFunction } from "../parse/syntax.ts";
import { unknownField } from "./fields.ts";
import type {
  EmbedPlan,
  EmbedShape,
  PlanOrder,
  PlanSelect,
  ReadPlan,
  SpreadField,
} from "./types.ts";

/**
 * Returns the columns that a spread relation adds to its parent: its own columns, and the columns of the relations that
 * are spread into it.
 */
export function spreadFields(plan: ReadPlan): SpreadField[] {
  const plain = (name: string) => ({ name, alias: null, aggregate: null, aggregateCast: null });
  return [
    ...plan.select.map(({ field, alias }) => plain(alias ?? field.name)),
    ...plan.embeds.flatMap(({ name, shape }) => ("fields" in shape ? shape.fields : [plain(name)])),
  ];
}

/** An aggregate that moves to the parent's level. */
interface HoistedAggregate {
  readonly embed: string;
  readonly name: string;
  readonly aggregate: AggregateFunction;
  readonly cast: string | null;
  readonly alias: string | null;
}

/**
 * Moves the aggregates of to-one spreads to the node that receives the spread columns, because that is where the rows
 * are grouped.
 */
export function hoistAggregates(plan: ReadPlan): ReadPlan {
  const embeds = plan.embeds.map(hoistFrom);
  const hoisted = embeds.flatMap((item) => item.hoisted);
  return { ...plan, embeds: embeds.map(({ embed }) => withAggregates(embed, hoisted)) };
}

function hoistFrom(embed: EmbedPlan): { embed: EmbedPlan; hoisted: readonly HoistedAggregate[] } {
  if (embed.shape.kind !== "spreadOne") {
    return { embed: { ...embed, plan: hoistAggregates(embed.plan) }, hoisted: [] };
  }
  const inner = embed.plan.embeds.map(hoistFrom);
  const ownAggregates = embed.plan.select.flatMap(({ field, alias, aggregate, aggregateCast }) =>
    aggregate === null
      ? []
      : [{ embed: embed.alias, name: alias ?? field.name, aggregate, cast: aggregateCast, alias }],
  );
  const inherited = inner
    .flatMap(({ hoisted }) => hoisted)
    .map((item) => ({ ...item, embed: embed.alias }));
  const select = embed.plan.select.map(
    (item): PlanSelect => ({
      ...item,
      aggregate: null,
      aggregateCast: null,
    }),
  );
  const plan = { ...embed.plan, select, embeds: inner.map((item) => item.embed) };
  return { embed: { ...embed, plan }, hoisted: [...ownAggregates, ...inherited] };
}

function withAggregates(embed: EmbedPlan, hoisted: readonly HoistedAggregate[]): EmbedPlan {
  const { shape } = embed;
  if (!("fields" in shape)) return embed;
  const fields = shape.fields.map((field): SpreadField => {
    const match = hoisted.find((item) => item.embed === embed.alias && item.name === field.name);
    if (match === undefined) return field;
    const { aggregate, cast, alias } = match;
    return { ...field, aggregate, aggregateCast: cast, alias };
  });
  return { ...embed, shape: { ...shape, fields } };
}

/**
 * Moves the order of to-many spreads into the aggregate of each column, where it orders the array. Also selects the
 * ordering columns, under unique names.
 *
 * @throws {RestError} PGRST127 for aggregates within a to-many spread
 */
export function orderSpreads(plan: ReadPlan): ReadPlan {
  return { ...plan, embeds: plan.embeds.map(orderSpread) };
}

function orderSpread(embed: EmbedPlan): EmbedPlan {
  const { shape, plan } = embed;
  const inner = orderSpreads(plan);
  if (shape.kind !== "spreadMany") return { ...embed, plan: inner };
  const hasAggregates =
    plan.select.some(({ aggregate }) => aggregate !== null) ||
    plan.embeds.some(({ shape: nested }) => aggregatesWithin(nested));
  if (hasAggregates) {
    throw notImplemented("Aggregates are not implemented for one-to-many or many-to-many spreads.");
  }
  const terms = plan.order.map((term, index) => moveOrder(term, embed.alias, index + 1));
  return {
    ...embed,
    plan: { ...inner, order: [] },
    shape: {
      ...shape,
      orderedBy: terms.map(({ select }) => select),
      order: terms.map(({ order }) => order),
    },
  };
}

function aggregatesWithin(shape: EmbedShape): boolean {
  return "fields" in shape && shape.fields.some(({ aggregate }) => aggregate !== null);
}

function moveOrder(term: PlanOrder, embedAlias: string, number: number) {
  const alias = `${embedAlias}_${term.field.name}_${number}`;
  const select: PlanSelect = {
    field: term.field,
    alias,
    cast: null,
    aggregate: null,
    aggregateCast: null,
  };
  return {
    select: { embed: term.embed, select },
    order: { ...term, embed: null, field: unknownField(alias) },
  };
}
