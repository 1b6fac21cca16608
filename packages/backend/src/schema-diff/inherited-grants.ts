import type { Action, FactBase, Plan, StableId } from "@supabase/pg-delta";

/**
 * The kinds of objects that default privileges apply to, with their names in GRANT and their codes in `pg_default_acl`.
 */
const grantable: Readonly<Record<string, readonly [type: string, code: string]>> = {
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
 * Adds a REVOKE after each statement that creates an object, for each role that would get a right on it from default
 * privileges but has none on the desired object. Without the REVOKE, a function or table that is closed to `anon` would
 * be open in a database that the migration creates. The comparison library only does this for owners that its profile
 * manages, and its profile for Supabase leaves `postgres` out.
 */
export function withoutInheritedGrants(plan: Plan, current: FactBase, desired: FactBase): Plan {
  const defaults = [current, desired]
    .flatMap((base) => base.facts())
    // A revoked default is represented by a fact without privileges.
    .filter(
      ({ payload }) => Array.isArray(payload["privileges"]) && payload["privileges"].length > 0,
    )
    .map(({ id }) => id)
    .filter((id) => id.kind === "defaultPrivilege")
    // Roles that the plan itself creates may not exist yet when the object is created.
    .filter(({ grantee }) => grantee === "PUBLIC" || current.has({ kind: "role", name: grantee }));

  const inherited = (id: StableId): string[] => {
    const [, code] = grantable[id.kind] ?? [];
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
      inherited(id).map((grantee): Action => revocation(action, id, grantee)),
    );
    return [action, ...revocations];
  });
  return { ...plan, actions };
}

const revocation = (created: Action, id: StableId, grantee: string): Action => ({
  ...created,
  sql: `REVOKE ALL ON ${grantTarget(id)} FROM ${grantee === "PUBLIC" ? "PUBLIC" : quoted(grantee)}`,
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
  const [type] = grantable[id.kind] ?? [];
  if (type === undefined || !("schema" in id) || !("name" in id)) {
    throw new RangeError(`nothing is granted on a ${id.kind}`);
  }
  const args = "args" in id ? `(${id.args.join(", ")})` : "";
  return `${type} ${quoted(id.schema ?? "")}.${quoted(id.name)}${args}`;
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
