import type { QualifiedName } from "../qualified-name.ts";
import type { Relationship } from "../schema-cache/types.ts";
import type { JoinCondition } from "./types.ts";

/** Returns the conditions that join the rows of an embed to the parent's row. */
export function joinConditions(
  relationship: Relationship,
  alias: string | null,
  parentAlias: string | null,
): JoinCondition[] {
  const parent = aliasName(parentAlias) ?? relationship.table;
  const child = aliasName(alias) ?? relationship.foreign;
  switch (relationship.kind) {
    case "many-to-one":
    case "one-to-many":
    case "one-to-one":
      return relationship.columns.map(([column, foreignColumn]) => ({
        left: child,
        leftColumn: foreignColumn,
        right: parent,
        rightColumn: column,
      }));
    case "many-to-many": {
      const { junction } = relationship;
      const junctionCondition = (end: QualifiedName) => (pair: readonly [string, string]) => ({
        left: junction.table,
        leftColumn: pair[1],
        right: end,
        rightColumn: pair[0],
      });
      return [
        ...junction.target.map(junctionCondition(relationship.foreign)),
        ...junction.source.map(junctionCondition(parent)),
      ];
    }
    case "computed":
      return [];
    default:
      return relationship satisfies never;
  }
}

function aliasName(alias: string | null): QualifiedName | null {
  return alias === null ? null : { schema: "", name: alias };
}
