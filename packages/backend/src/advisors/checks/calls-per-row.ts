import { hasProjectPolicies } from "../../database/project-objects.ts";
import { sql } from "../../database/sql.ts";
import { defineCheck, lintPage } from "../check.ts";
import { policyColumns } from "../fragments.ts";
import { alterPolicy, type Policy } from "../policies.ts";
import { wrapRowCalls } from "../wrap-row-calls.ts";

export const callsPerRow = defineCheck<Policy>({
  name: "auth_rls_initplan",
  remediation: lintPage("0003_auth_rls_initplan"),
  title: "Policy that calls auth functions for each row",
  level: "WARN",
  category: "PERFORMANCE",
  description:
    "PostgreSQL evaluates auth.uid(), auth.jwt() and current_setting() for each row, unless they are in a sub-select.",
  statement: () => sql`
    select ${policyColumns}
    from pg_catalog.pg_policy as p
      join pg_catalog.pg_class as c on c.oid = p.polrelid
      join pg_catalog.pg_namespace as n on n.oid = c.relnamespace
    where c.relrowsecurity and ${hasProjectPolicies}`,
  hits: (policy) => {
    const using = policy.using === null ? null : wrapRowCalls(policy.using);
    const withCheck = policy.withCheck === null ? null : wrapRowCalls(policy.withCheck);
    if (using === policy.using && withCheck === policy.withCheck) return [];
    const { schema, table, policy: name, quotedPolicy, quotedTable } = policy;
    return [
      {
        schema,
        name: table,
        type: "table",
        key: name,
        detail: `The policy ${quotedPolicy} on ${quotedTable} calls an auth function for each row.`,
        fix: alterPolicy({ ...policy, using, withCheck }),
        metadata: { policy: name },
      },
    ];
  },
});
