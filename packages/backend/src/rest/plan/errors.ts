import { RestError } from "../errors.ts";
import type { QualifiedName } from "../qualified-name.ts";
import type { Relationship } from "../schema-cache/types.ts";

/** PGRST2xx: errors for names that have no match in the schema cache, or more than one. */

export function noRelationship(
  { schema, name: parent }: QualifiedName,
  child: string,
  embedHint: string | null,
  hint: string | null,
): RestError {
  const using = embedHint === null ? "" : `' using the hint '${embedHint}`;
  return new RestError(
    400,
    "PGRST200",
    `Could not find a relationship between '${parent}' and '${child}' in the schema cache`,
    {
      details: `Searched for a foreign key relationship between '${parent}' and '${child}${using}' in the schema '${schema}', but no matches were found.`,
      hint,
    },
  );
}

export function ambiguousRelationship(
  parent: string,
  child: string,
  candidates: readonly Relationship[],
): RestError {
  const hints = candidates.map(embeddingHint).filter((hint) => hint !== "");
  return new RestError(
    300,
    "PGRST201",
    `Could not embed because more than one relationship was found for '${parent}' and '${child}'`,
    {
      details: candidates.map(describeCandidate),
      hint: `Try changing '${child}' to one of the following: ${hints.join(", ")}. Find the desired relationship in the 'details' key.`,
    },
  );
}

function embeddingHint(relationship: Relationship): string {
  const withHint = (name: string) => `'${relationship.foreign.name}!${name}'`;
  switch (relationship.kind) {
    case "many-to-many":
      return withHint(relationship.junction.table.name);
    case "many-to-one":
    case "one-to-one":
    case "one-to-many":
      return withHint(relationship.constraint);
    case "computed":
      return "";
    default:
      return relationship satisfies never;
  }
}

function describeCandidate(relationship: Relationship): Record<string, string> {
  const { table, foreign, kind } = relationship;
  const columns = (names: readonly string[]) => `(${names.join(", ")})`;
  const embedding = `${table.name} with ${foreign.name}`;
  switch (relationship.kind) {
    case "many-to-many": {
      const { junction } = relationship;
      const sourceKey = `${junction.constraint1}${columns(junction.source.map(([, column]) => column))}`;
      const targetKey = `${junction.constraint2}${columns(junction.target.map(([, column]) => column))}`;
      return {
        cardinality: kind,
        embedding,
        relationship: `${junction.table.name} using ${sourceKey} and ${targetKey}`,
      };
    }
    case "many-to-one":
    case "one-to-one":
    case "one-to-many": {
      const ownColumns = `${table.name}${columns(relationship.columns.map(([column]) => column))}`;
      const foreignColumns = `${foreign.name}${columns(relationship.columns.map(([, column]) => column))}`;
      return {
        cardinality: kind,
        embedding,
        relationship: `${relationship.constraint} using ${ownColumns} and ${foreignColumns}`,
      };
    }
    case "computed":
      return {};
    default:
      return relationship satisfies never;
  }
}

export function functionNotFound(
  message: string,
  options: { readonly details: string; readonly hint: string | null },
): RestError {
  return new RestError(404, "PGRST202", message, options);
}

export function ambiguousFunction(signatures: readonly string[]): RestError {
  return new RestError(
    300,
    "PGRST203",
    `Could not choose the best candidate function between: ${signatures.join(", ")}`,
    {
      hint: "Try renaming the parameters or the function itself in the database so function overloading can be resolved",
    },
  );
}

export function columnNotFound(table: string, column: string): RestError {
  const message = `Could not find the '${column}' column of '${table}' in the schema cache`;
  return new RestError(400, "PGRST204", message);
}

export function tableNotFound(schema: string, table: string, closest: string | null): RestError {
  const message = `Could not find the table '${schema}.${table}' in the schema cache`;
  return new RestError(404, "PGRST205", message, {
    hint: closest === null ? null : `Perhaps you meant the table '${schema}.${closest}'`,
  });
}
