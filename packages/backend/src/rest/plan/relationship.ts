import { findClosest } from "../find-closest.ts";
import { nameKey, type QualifiedName } from "../qualified-name.ts";
import type { Relationship, SchemaCache } from "../schema-cache/types.ts";
import { ambiguousRelationship, noRelationship } from "./errors.ts";

/**
 * Finds the relationship of an embed by the name of its target and its hint
 * (https://docs.postgrest.org/en/v14/references/api/resource_embedding.html#foreign-key-joins-on-multiple-foreign-key-relationships).
 *
 * @throws {RestError} PGRST200 when no relationship matches, PGRST201 when several match
 */
export function findRelationship(
  origin: QualifiedName,
  target: string,
  hint: string | null,
  cache: SchemaCache,
): Relationship {
  const { schema } = origin;
  const relationships = relationshipsWithin(schema, origin, cache);
  const matching = relationships.filter((relationship) => matches(relationship, target, hint));
  const [relationship] = matching;
  if (relationship === undefined) {
    const suggestion = suggestRelation(origin, target, relationships, cache);
    throw noRelationship(origin, target, hint, suggestion);
  }
  if (matching.length > 1) throw ambiguousRelationship(origin.name, target, matching);
  return relationship;
}

function relationshipsWithin(schema: string, origin: QualifiedName, cache: SchemaCache) {
  const relationships = cache.relationships.get(nameKey(origin)) ?? [];
  return relationships.filter(({ foreign }) => foreign.schema === schema);
}

function matches(relationship: Relationship, target: string, hint: string | null): boolean {
  if (relationship.kind === "computed") return relationship.function.name === target;
  const matchesName = relationship.foreign.name === target;
  if (relationship.isSelf) {
    // A table that references itself has two relationships for one foreign key: the table's name selects the children,
    // the column's name selects the parent, and a hint selects the column.
    if (hint !== null) {
      return (
        matchesName && relationship.kind === "one-to-many" && foreignColumn(relationship) === hint
      );
    }
    return (
      (matchesName && relationship.kind === "one-to-many") ||
      (relationship.kind === "many-to-one" && ownColumn(relationship) === target)
    );
  }
  if (hint === null) {
    const matchesKey = constraint(relationship) === target || ownColumn(relationship) === target;
    return matchesName || (matchesKey && !relationship.foreignIsView);
  }
  return (
    matchesName &&
    (constraint(relationship) === hint ||
      ownColumn(relationship) === hint ||
      foreignColumn(relationship) === hint ||
      (relationship.kind === "many-to-many" && relationship.junction.table.name === hint))
  );
}

function constraint(relationship: Relationship): string | undefined {
  return "constraint" in relationship ? relationship.constraint : undefined;
}

function ownColumn(relationship: Relationship): string | undefined {
  return singleColumn(relationship)?.[0];
}

function foreignColumn(relationship: Relationship): string | undefined {
  return singleColumn(relationship)?.[1];
}

function singleColumn(relationship: Relationship) {
  if (!("columns" in relationship) || relationship.columns.length !== 1) return undefined;
  return relationship.columns[0];
}

/** Suggests a parent with a similar name, or a child of this parent with a similar name. */
function suggestRelation(
  origin: QualifiedName,
  target: string,
  relationships: readonly Relationship[],
  cache: SchemaCache,
): string | null {
  if (cache.relationships.has(nameKey(origin))) {
    const child = findClosest(
      target,
      relationships.map(({ foreign }) => foreign.name),
    );
    if (child === null || child.score >= 1) return null;
    return `Perhaps you meant '${child.match}' instead of '${target}'.`;
  }
  const parents = [...cache.tables.values()].filter(
    (table) => table.schema === origin.schema && cache.relationships.has(nameKey(table)),
  );
  const parent = findClosest(
    origin.name,
    parents.map(({ name }) => name),
  );
  return parent === null
    ? null
    : `Perhaps you meant '${parent.match}' instead of '${origin.name}'.`;
}
