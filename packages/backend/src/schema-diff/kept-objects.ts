import type { Fact, FactBase, StableId } from "@supabase/pg-delta";

/** The schemas of the platform on whose tables projects create triggers and policies. */
export const extendedSchemas: readonly string[] = ["auth", "storage", "realtime"];

/** The publication that a project adds its tables to. */
const realtimePublication = "supabase_realtime";

/** A declared schema, completed with objects that it omits and that must stay. */
export interface CompletedSchema {
  readonly factBase: FactBase;
  /** Descriptions of the project's objects that stay. */
  readonly kept: readonly string[];
}

/**
 * Adds objects of the current database to a declared schema that leaves them out, so that a comparison does not drop
 * them. Schema files usually declare the project's own schemas, and migrations create the rest: triggers, policies and
 * grants on tables of the platform, the tables of the publication for Realtime, roles, and scheduled jobs.
 *
 * @param buildFactBase the function of the comparison library, which is an optional package
 */
export function withKeptObjects(
  current: FactBase,
  declared: FactBase,
  buildFactBase: typeof import("@supabase/pg-delta").buildFactBase,
): CompletedSchema {
  const keptFacts = current.facts().filter(({ id }) => staysUndeclared(id, declared));
  const added = new Map<string, Fact>();
  const add = (fact: Fact | undefined): void => {
    if (!fact || declared.has(fact.id)) return;
    const key = JSON.stringify(fact.id);
    if (added.has(key)) return;
    added.set(key, fact);
    if (fact.parent) add(current.get(fact.parent));
    for (const { to } of current.outgoingEdges(fact.id)) add(current.get(to));
    for (const child of current.childrenOf(fact.id)) {
      // Keep a table that a policy needs together with its columns, but not its triggers and policies.
      if (child.id.kind !== "trigger" && child.id.kind !== "policy") add(child);
    }
  };
  for (const fact of keptFacts) add(fact);
  const edges = [...added.values()].flatMap(({ id }) => current.outgoingEdges(id));
  return {
    factBase: buildFactBase(
      [...declared.facts(), ...added.values()],
      [...declared.edges, ...edges],
      declared.source,
      declared.referenceOnly,
    ),
    kept: keptFacts.flatMap(({ id }) => describe(id)).sort(),
  };
}

function staysUndeclared(id: StableId, declared: FactBase): boolean {
  if (declared.has(id)) return false;
  switch (id.kind) {
    case "trigger":
    case "policy":
      return extendedSchemas.includes(id.schema);
    case "acl":
      return "schema" in id.target && extendedSchemas.includes(id.target.schema ?? "");
    case "publicationRel":
      return (
        id.publication === realtimePublication &&
        declared.has({ kind: "table", schema: id.schema, name: id.table })
      );
    case "role":
    case "membership":
    case "extensionIntent":
      return true;
    default:
      return false;
  }
}

function describe(id: StableId): string[] {
  switch (id.kind) {
    case "trigger":
    case "policy":
      return [`${id.kind} ${id.name} on ${id.schema}.${id.table}`];
    case "publicationRel":
      return [`table ${id.schema}.${id.table} in ${id.publication}`];
    case "role":
      return [`role ${id.name}`];
    case "extensionIntent":
      return [`${id.ext} ${id.intentKind} ${id.key}`];
    default:
      return [];
  }
}
