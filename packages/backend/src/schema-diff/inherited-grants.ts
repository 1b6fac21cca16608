import type { Action, FactBase, Plan, StableId } from "@supabase/pg-delta";

/**
 * The kinds of objects that default privileges apply to, with their names in GRANT and their codes in `pg_default_acl`.
 */
const grantableKinds: Readonly<Record<string, readonly [type: string, code: string]>> = {
  table: ["TABLE", "r"],
  view: ["TABLE", "r"],
  materializedView: ["TABLE", "r"],
  foreignTable: ["TABLE", "r"],
  sequence: ["SEQUENCE", "S"],
  function: ["FUNCTION", "f"],
  procedure: ["PROCEDURE", "f"],
  aggregate: ["FUNCTION", "f"],
  type: ["TYPE", "T"],
  domain: ["DOMAIN", "T"],
};

/**
 * Adds a REVOKE after each statement that creates an object, for each role that would receive privileges on it by
 * default but has none on the desired object. Without the REVOKE, `anon` could use a function or table in a new
 * database although it cannot use the original. The comparison library does this only for the owners that its profile
 * manages, and its profile for Supabase does not include `postgres`.
 */
export function withoutInheritedGrants(plan: Plan, current: FactBase, desired: FactBase): Plan {
  const defaults = [current, desired]
    .flatMap((base) => base.facts())
    // Skip facts without privileges: pg-delta uses them to represent a revoked default privilege.
    .filter(
      ({ payload }) => Array.isArray(payload["privileges"]) && payload["privileges"].length > 0,
    )
    .map(({ id }) => id)
    .filter((id) => id.kind === "defaultPrivilege")
    // Leave out roles that the plan itself creates, because they may not exist yet when the object is created.
    .filter(({ grantee }) => grantee === "PUBLIC" || current.has({ kind: "role", name: grantee }));

  const defaultGrantees = (id: StableId): string[] => {
    const [, code] = grantableKinds[id.kind] ?? [];
    if (code === undefined || !("schema" in id)) return [];
    const owner = desired.outgoingEdges(id).find(({ kind }) => kind === "owner")?.to;
    if (owner?.kind !== "role") return [];
    const grantees = defaults
      .filter(
        ({ role, objtype, schema, grantee }) =>
          role === owner.name &&
          objtype === code &&
          (schema === null || schema === id.schema) &&
          grantee !== owner.name &&
          !desired.has({ kind: "acl", target: id, grantee }),
      )
      .map(({ grantee }) => grantee);
    return [...new Set(grantees)];
  };

  const actions = plan.actions.flatMap((action): Action[] => {
    if (action.verb !== "create") return [action];
    const revocations = action.produces.flatMap((id) =>
      defaultGrantees(id).map((grantee): Action => revocation(action, id, grantee)),
    );
    return [action, ...revocations];
  });
  return { ...plan, actions };
}

const revocation = (created: Action, id: StableId, grantee: string): Action => ({
  ...created,
  sql: `REVOKE ALL ON ${grantTarget(id)} FROM ${grantee === "PUBLIC" ? "PUBLIC" : quoteIdentifier(grantee)}`,
  verb: "alter",
  produces: [],
  consumes: [id],
  destroys: [],
  releases: [],
  transactionality: "transactional",
  newSegmentBefore: false,
  dataLoss: "none",
  rewriteRisk: false,
});

function grantTarget(id: StableId): string {
  const [type] = grantableKinds[id.kind] ?? [];
  if (type === undefined || !("schema" in id) || !("name" in id)) {
    throw new RangeError(`default privileges do not apply to a ${id.kind}`);
  }
  const args = "args" in id ? `(${id.args.join(", ")})` : "";
  return `${type} ${quoteIdentifier(id.schema ?? "")}.${quoteIdentifier(id.name)}${args}`;
}

const quoteIdentifier = (name: string) => `"${name.replaceAll('"', '""')}"`;
