import {
  aggregatesNotAllowed,
  notEmbedded,
  queryNotParsed,
  relatedOrderNotToOne,
} from "../errors.ts";
import { allRows, keepEmptyRange, type Range, restrictRange } from "../parse/range.ts";
import type { ApiRequest } from "../parse/request.ts";
import type {
  JoinKind,
  LogicTree,
  OrderTerm,
  PathTarget,
  SelectedField,
  SelectItem,
} from "../parse/syntax.ts";
import type { QualifiedName } from "../qualified-name.ts";
import { isToOne, type SchemaCache } from "../schema-cache/types.ts";
import type { RestSettings } from "../settings.ts";
import { resolveCondition, resolveField, unknownField } from "./fields.ts";
import { joinConditions } from "./joins.ts";
import { findRelationship } from "./relationship.ts";
import { planSelect } from "./select.ts";
import { hoistAggregates, orderSpreads, spreadFields } from "./spread.ts";
import type { EmbedPlan, EmbedShape, PlanCondition, PlanOrder, ReadPlan } from "./types.ts";

/** The common table expression with the rows that a mutation or a call returned. */
const sourceName = "pgrst_source";

export interface PlanContext {
  readonly request: ApiRequest;
  readonly cache: SchemaCache;
  readonly settings: RestSettings;
}

/**
 * Plans a read: the tree of `select`, with filters, order and range at each node, and each embed joined to its
 * parent.
 *
 * @throws {RestError} PGRST108, PGRST118, PGRST123, PGRST127, PGRST200, PGRST201
 */
export function planRead(table: QualifiedName, context: PlanContext): ReadPlan {
  const draft = draftTree(context, table.name);
  const isRead = context.request.action.kind === "read";
  const root = {
    from: isRead ? table : { schema: "", name: sourceName },
    fromAlias: isRead ? null : table.name,
    table,
    depth: 0,
    aggregated: false,
    spread: null,
  } as const;
  const plan = resolve(draft, root, context);
  if (!context.settings.aggregatesEnabled && usesAggregates(plan)) throw aggregatesNotAllowed();
  return orderSpreads(hoistAggregates(plan));
}

/** A node of the request's tree, before its names are resolved. */
interface Draft {
  readonly name: string;
  readonly alias: string | null;
  readonly hint: string | null;
  readonly join: JoinKind | null;
  readonly isSpread: boolean;
  readonly fields: readonly SelectedField[];
  readonly embeds: readonly Draft[];
  readonly conditions: LogicTree[];
  order: readonly OrderTerm[];
  range: Range;
}

/** More embeds than any client requests. PostgreSQL has to plan a join for each of them. */
const maxEmbeds = 200;

function draftTree({ request, settings }: PlanContext, name: string): Draft {
  const { action, query } = request;
  const rootRelation = { kind: "relation", name, alias: null, hint: null, join: null } as const;
  const root = draft({ ...rootRelation, items: query.select });
  if (countEmbeds(root) > maxEmbeds) {
    throw queryNotParsed("Too many embedded resources", `At most ${maxEmbeds} are accepted.`);
  }
  const isMutation = action.kind === "mutate";
  // A mutation's own filters select the rows to change; they do not restrict which of these rows are returned.
  const appliesToRead = <T>({ path }: PathTarget<T>) => !isMutation || path.length > 0;
  const filters: readonly PathTarget<LogicTree>[] = [...query.logic, ...query.filters];
  for (const { path, value } of filters.filter(appliesToRead))
    findNode(root, path, settings).conditions.push(value);
  for (const { path, value } of query.order) findNode(root, path, settings).order = value;
  if (!isMutation) {
    for (const { path, value } of query.ranges) findNode(root, path, settings).range = value;
    root.range = request.range;
  }
  return root;
}

function draft(item: Exclude<SelectItem, SelectedField>): Draft {
  return {
    name: item.name,
    alias: item.kind === "relation" ? item.alias : null,
    hint: item.hint,
    join: item.join,
    isSpread: item.kind === "spread",
    fields: item.items.filter((inner) => inner.kind === "field"),
    embeds: item.items.filter((inner) => inner.kind !== "field").map(draft),
    conditions: [],
    order: [],
    range: allRows,
  };
}

function countEmbeds(tree: Draft): number {
  return tree.embeds.reduce((count, embed) => count + 1 + countEmbeds(embed), 0);
}

function findNode(
  tree: Draft,
  path: readonly string[],
  { acceptsTargetNames }: RestSettings,
): Draft {
  return path.reduce((node, part) => {
    const isNamed = ({ name, alias }: Draft) => name === part || alias === part;
    const embed = node.embeds.find((item) =>
      acceptsTargetNames ? isNamed(item) : (item.alias ?? item.name) === part,
    );
    if (embed === undefined) throw notEmbedded(part, node.embeds.find(isNamed)?.alias);
    return embed;
  }, tree);
}

/** The relation that a node of the tree reads its rows from. */
interface ReadSource {
  readonly from: QualifiedName;
  readonly fromAlias: string | null;
  /** The table whose columns the node selects. */
  readonly table: QualifiedName;
  readonly depth: number;
  /** Whether this node or one above it has aggregates or a to-many spread. */
  readonly aggregated: boolean;
  readonly spread: "one" | "many" | null;
}

function resolve(node: Draft, source: ReadSource, context: PlanContext): ReadPlan {
  const { cache, settings, request } = context;
  const aggregated =
    source.aggregated ||
    source.spread === "many" ||
    node.fields.some(({ aggregate }) => aggregate !== null);
  const embeds = node.embeds.map((embed) =>
    resolveEmbed(embed, { ...source, aggregated }, context),
  );
  const conditions = node.conditions.map((tree) => resolveCondition(tree, source.table, cache));
  const limitedRange =
    request.action.kind === "mutate" ? node.range : restrictRange(node.range, settings.maxRows);
  return {
    from: source.from,
    fromAlias: source.fromAlias,
    select: planSelect(
      node.fields,
      { table: source.table, aggregated, spread: source.spread },
      cache,
    ),
    where: conditions.map((condition) => withEmbedConditions(condition, embeds)),
    order: node.order.map((term) => resolveOrder(term, source, embeds, cache)),
    range: keepEmptyRange(node.range, limitedRange),
    embeds,
  };
}

function resolveEmbed(node: Draft, parent: ReadSource, context: PlanContext): EmbedPlan {
  const relationship = findRelationship(parent.table, node.name, node.hint, context.cache);
  const depth = parent.depth + 1;
  const { foreign } = relationship;
  // A junction is joined to its target without an alias, so the target has none either.
  const fromAlias = relationship.kind === "many-to-many" ? null : `${foreign.name}_${depth}`;
  const toOne = isToOne(relationship);
  const spread = node.isSpread ? (toOne ? "one" : "many") : null;
  const source = { ...parent, from: foreign, fromAlias, table: foreign, depth, spread } as const;
  const plan = resolve(node, source, context);
  const name = node.alias ?? node.name;
  return {
    name,
    relationName: node.name,
    join: node.join,
    relationship,
    parentRow: parent.fromAlias ?? relationship.table.name,
    conditions: joinConditions(relationship, fromAlias, parent.fromAlias),
    alias: `${relationship.table.name}_${name}_${depth}`,
    shape: shapeOf(spread, toOne, plan),
    plan,
  };
}

function shapeOf(spread: ReadSource["spread"], toOne: boolean, plan: ReadPlan): EmbedShape {
  if (spread === "one") return { kind: "spreadOne", fields: spreadFields(plan) };
  if (spread === "many") {
    return { kind: "spreadMany", fields: spreadFields(plan), orderedBy: [], order: [] };
  }
  return { kind: toOne ? "object" : "array", empty: selectsNothing(plan) };
}

function selectsNothing(plan: ReadPlan): boolean {
  return plan.select.length === 0 && plan.embeds.every((embed) => selectsNothing(embed.plan));
}

/** Applies conditions such as `clients=is.null` to the embed `clients`, if there is one. */
function withEmbedConditions(
  condition: PlanCondition,
  embeds: readonly EmbedPlan[],
): PlanCondition {
  switch (condition.kind) {
    case "group":
      return {
        ...condition,
        members: condition.members.map((member) => withEmbedConditions(member, embeds)),
      };
    case "filter": {
      const { field, condition: fieldCondition } = condition;
      const embed =
        field.path.length === 0 ? embeds.find(({ name }) => name === field.name) : undefined;
      const { operation, negated } = fieldCondition;
      if (embed === undefined || operation.kind !== "is" || operation.value !== "null") {
        return condition;
      }
      return { kind: "embedIsNull", negated, embed: embed.alias };
    }
    case "embedIsNull":
      return condition;
    default:
      return condition satisfies never;
  }
}

function resolveOrder(
  term: OrderTerm,
  source: ReadSource,
  embeds: readonly EmbedPlan[],
  cache: SchemaCache,
): PlanOrder {
  const { relation, direction, nulls } = term;
  if (relation === null) {
    const field = resolveField(term.field, source.table, cache);
    return { embed: null, field, direction, nulls };
  }
  const embed = embeds.find(({ name }) => name === relation);
  if (embed === undefined) throw notEmbedded(relation);
  if (!isToOne(embed.relationship)) throw relatedOrderNotToOne(source.from.name, embed.name);
  const field = { ...unknownField(term.field.name), path: term.field.path };
  return { embed: embed.alias, field, direction, nulls };
}

function usesAggregates(plan: ReadPlan): boolean {
  return (
    plan.select.some(({ aggregate }) => aggregate !== null) ||
    plan.embeds.some((embed) => usesAggregates(embed.plan))
  );
}
