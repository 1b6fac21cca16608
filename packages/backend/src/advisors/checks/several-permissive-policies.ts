import { hasProjectPolicies } from "../../database/project-objects.ts";
import { sql } from "../../database/sql.ts";
import { defineCheck, lintPage } from "../check.ts";
import { policyCommand, policyRoles } from "../fragments.ts";
import { conditions, inParentheses } from "../policies.ts";
import { wrapRowCalls } from "../wrap-row-calls.ts";

interface PermissivePolicy {
  readonly name: string;
  readonly quotedName: string;
  readonly command: string;
  readonly roles: readonly string[];
  readonly using: string | null;
  readonly withCheck: string | null;
}

/** A table's permissive policies, if several of them apply to the same roles and actions. */
interface Group {
  readonly schema: string;
  readonly table: string;
  readonly quotedTable: string;
  readonly actions: readonly string[];
  readonly roles: readonly string[];
  readonly policies: readonly PermissivePolicy[];
}

const actions = ["SELECT", "INSERT", "UPDATE", "DELETE"] as const;

const joinWithOr = (parts: readonly (string | null)[]) => {
  const distinct = [...new Set(parts.filter((part) => part !== null).map(wrapRowCalls))];
  return distinct.length > 1 ? distinct.map(inParentheses).join(" or ") : (distinct[0] ?? null);
};

/**
 * Returns the statements that merge the policies into one for each action. Also wraps calls of auth functions in
 * sub-selects, as another check recommends.
 */
function merge({ quotedTable, policies }: Group): string | null {
  const [firstPolicy] = policies;
  if (!firstPolicy || policies.some(({ roles }) => `${roles}` !== `${firstPolicy.roles}`))
    return null;
  const to = firstPolicy.roles.join(", ");
  const isSameCommand = policies.every(({ command }) => command === firstPolicy.command);
  const merged = (isSameCommand ? [firstPolicy.command] : actions).flatMap((command) => {
    const mergedPolicies = policies.filter((policy) => [command, "ALL"].includes(policy.command));
    if (mergedPolicies.length === 0) return [];
    const action = command.toLowerCase();
    const hasCheck = command === "INSERT" || command === "UPDATE" || command === "ALL";
    const using =
      command === "INSERT" ? null : joinWithOr(mergedPolicies.map((policy) => policy.using));
    const withCheck = hasCheck
      ? joinWithOr(mergedPolicies.map((policy) => policy.withCheck ?? policy.using))
      : null;
    const name = `"${nameOf(mergedPolicies, isSameCommand ? "" : ` (${action})`).replaceAll('"', '""')}"`;
    return `create policy ${name} on ${quotedTable} for ${action} to ${to}\n${conditions({ using, withCheck })}`;
  });
  const drops = policies.map(({ quotedName }) => `drop policy ${quotedName} on ${quotedTable};`);
  return [...drops, ...merged].join("\n");
}

/** Returns the name of a merged policy. PostgreSQL truncates names to 63 bytes, which could make two names equal. */
function nameOf(mergedPolicies: readonly PermissivePolicy[], suffix: string): string {
  const name = `${mergedPolicies.map((policy) => policy.name).join(" or ")}${suffix}`;
  if (Buffer.byteLength(name) <= 63) return name;
  return (
    `${mergedPolicies.length} policies of ${mergedPolicies[0]?.roles}`.slice(
      0,
      63 - suffix.length,
    ) + suffix
  );
}

export const severalPermissivePolicies = defineCheck<Group>({
  name: "multiple_permissive_policies",
  remediation: lintPage("0006_multiple_permissive_policies"),
  title: "Several permissive policies for one role and action",
  level: "WARN",
  category: "PERFORMANCE",
  description:
    "PostgreSQL evaluates each permissive policy of a role and action, although a single policy with OR would be enough.",
  statement: () => sql`
    with policies as (
      select p.oid, c.oid as relation, n.nspname as schema, c.relname as table, p.polname,
        format('%I.%I', n.nspname, c.relname) as quoted_table,
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
    ), groups as (
      select relation, role, array_agg(distinct action) as actions,
        array(
          select distinct oid from applied as a cross join unnest(a.together) as oid
          where a.relation = applied.relation and a.role = applied.role order by oid) as together
      from applied
      group by relation, role
    )
    select min(p.schema)::text as schema, min(p.table)::text as table,
      min(p.quoted_table) as "quotedTable",
      array(
        select distinct action from groups as o cross join unnest(o.actions) as action
        where o.relation = g.relation and o.together = g.together order by 1) as actions,
      array(
        select o.role from groups as o
        where o.relation = g.relation and o.together = g.together order by 1) as roles,
      json_agg(json_build_object(
        'name', p.polname, 'quotedName', quote_ident(p.polname), 'command', p.command, 'roles', p.roles, 'using', p.using,
        'withCheck', p.with_check) order by p.polname) as policies
    from (select distinct relation, together from groups) as g
      join policies as p on p.oid = any(g.together)
    group by g.relation, g.together`,
  hits: (group) => {
    const { schema, table, quotedTable, roles, policies } = group;
    const names = policies.map(({ name }) => name);
    return [
      {
        schema,
        name: table,
        type: "table",
        key: names.join("_"),
        detail: `${quotedTable} has ${names.length} permissive policies for ${group.actions.join(", ")} by ${roles.join(", ")}: ${names.join(", ")}.`,
        fix: merge(group),
        metadata: { policies: names, roles, actions: group.actions },
      },
    ];
  },
});
