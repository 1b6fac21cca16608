import { hasProjectPolicies } from "../../database/project-objects.ts";
import { sql } from "../../database/sql.ts";
import { checkOf, lintPage } from "../check.ts";
import { policyCommand, policyRoles } from "../fragments.ts";
import { conditions, quoted } from "../policies.ts";

interface PermissivePolicy {
  readonly name: string;
  readonly command: string;
  readonly roles: readonly string[];
  readonly using: string | null;
  readonly withCheck: string | null;
}

/** The permissive policies that apply together to some role and action. */
interface Group {
  readonly schema: string;
  readonly table: string;
  readonly actions: readonly string[];
  readonly roles: readonly string[];
  readonly policies: readonly PermissivePolicy[];
}

const actions = ["SELECT", "INSERT", "UPDATE", "DELETE"] as const;

const anyOf = (parts: readonly (string | null)[]) => {
  const distinct = [...new Set(parts.filter((part) => part !== null))];
  return distinct.length > 1
    ? distinct.map((part) => `(${part})`).join(" or ")
    : (distinct[0] ?? null);
};

/** Returns the statements that put policies of the same roles into one for each action. */
function merge({ schema, table, policies }: Group): string | null {
  const [first] = policies;
  if (!first || policies.some(({ roles }) => `${roles}` !== `${first.roles}`)) return null;
  const on = quoted(schema, table);
  const to = first.roles.map((role) => (role === "public" ? role : quoted(role))).join(", ");
  const isSameCommand = policies.every(({ command }) => command === first.command);
  const merged = (isSameCommand ? [first.command] : actions).flatMap((command) => {
    const parts = policies.filter((each) => [command, "ALL"].includes(each.command));
    if (parts.length === 0) return [];
    const takesCheck = command === "INSERT" || command === "UPDATE" || command === "ALL";
    const using = command === "INSERT" ? null : anyOf(parts.map((part) => part.using));
    const withCheck = takesCheck ? anyOf(parts.map((part) => part.withCheck ?? part.using)) : null;
    const name = parts.map((part) => part.name).join(" or ");
    return `create policy ${quoted(shortened(`${name}${isSameCommand ? "" : ` (${command.toLowerCase()})`}`))} on ${on} for ${command.toLowerCase()} to ${to}\n${conditions({ using, withCheck })}`;
  });
  return [...policies.map(({ name }) => `drop policy ${quoted(name)} on ${on};`), ...merged].join(
    "\n",
  );
}

/** PostgreSQL cuts names after 63 bytes, and two might be the same then. */
const shortened = (name: string) =>
  Buffer.byteLength(name) <= 63 ? name : `${name.slice(-60).replace(/[^\x20-\x7e]/g, "_")}`;

export const severalPermissive = checkOf<Group>({
  name: "multiple_permissive_policies",
  remediation: lintPage("0006_multiple_permissive_policies"),
  title: "Several permissive policies for one role and action",
  level: "WARN",
  category: "PERFORMANCE",
  description:
    "PostgreSQL evaluates each permissive policy of a role and action, where one with OR would do.",
  statement: () => sql`
    with policies as (
      select p.oid, c.oid as relation, n.nspname as schema, c.relname as table, p.polname,
        ${policyCommand} as command, ${policyRoles} as roles,
        pg_get_expr(p.polqual, p.polrelid) as using,
        pg_get_expr(p.polwithcheck, p.polrelid) as with_check
      from pg_catalog.pg_policy as p
        join pg_catalog.pg_class as c on c.oid = p.polrelid
        join pg_catalog.pg_namespace as n on n.oid = c.relnamespace
      where c.relrowsecurity and p.polpermissive and ${hasProjectPolicies}
    ), applied as (
      select relation, action, role, array_agg(policies.oid order by policies.oid) as together
      from policies
        cross join lateral (
          select role from unnest(roles) as role where role <> 'public'
          union
          select other from policies as o cross join unnest(o.roles || array['anon', 'authenticated']) as other
          where 'public' = any(policies.roles) and o.relation = policies.relation and other <> 'public'
        ) as each
        cross join unnest(array['SELECT', 'INSERT', 'UPDATE', 'DELETE']) as action
      where command in ('ALL', action)
      group by relation, action, role
      having count(*) > 1
    )
    select min(p.schema)::text as schema, min(p.table)::text as table,
      array(
        select distinct a.action from applied as a
        where a.relation = g.relation and a.together = g.together order by 1) as actions,
      array(
        select distinct a.role from applied as a
        where a.relation = g.relation and a.together = g.together order by 1) as roles,
      json_agg(json_build_object(
        'name', p.polname, 'command', p.command, 'roles', p.roles, 'using', p.using,
        'withCheck', p.with_check) order by p.polname) as policies
    from (select distinct relation, together from applied) as g
      join policies as p on p.oid = any(g.together)
    group by g.relation, g.together`,
  hits: (group) => {
    const { schema, table, roles, policies } = group;
    const names = policies.map(({ name }) => name);
    return [
      {
        schema,
        name: table,
        type: "table",
        key: names.join("_"),
        detail: `${quoted(schema, table)} has ${names.length} permissive policies for ${group.actions.join(", ")} by ${roles.join(", ")}: ${names.join(", ")}.`,
        fix: merge(group),
        metadata: { policies: names, roles, actions: group.actions },
      },
    ];
  },
});
