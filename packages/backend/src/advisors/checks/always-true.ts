import { hasProjectPolicies } from "../../database/project-objects.ts";
import { sql } from "../../database/sql.ts";
import { defineCheck, lintPage } from "../check.ts";
import { ownerColumn, policyColumns, policyCommand, policyRoles } from "../fragments.ts";
import { alterPolicy, type Policy } from "../policies.ts";

interface WritePolicy extends Policy {
  readonly command: "INSERT" | "UPDATE" | "DELETE" | "ALL";
  readonly roles: readonly string[];
  /** The column that contains the owner of a row, quoted. */
  readonly owner: string | null;
}

const isTrue = (condition: string | null) =>
  condition !== null && /^\(?(true|1 = 1)\)?$/.test(condition);

/**
 * Returns whether a policy allows every row to be written. An INSERT policy has no USING condition; for other commands,
 * a missing WITH CHECK condition defaults to USING.
 */
const allowsAllRows = ({ command, using, withCheck }: WritePolicy) =>
  command === "INSERT" ? isTrue(withCheck ?? "true") : isTrue(using ?? "true") || isTrue(withCheck);

/** Returns the policy with its always-true conditions replaced by a comparison with the owner. */
function restrictToOwner(policy: WritePolicy, owner: string): Policy {
  const condition = `(select auth.uid()) = ${owner}`;
  const { command, using, withCheck } = policy;
  return {
    ...policy,
    using: command === "INSERT" ? null : isTrue(using ?? "true") ? condition : using,
    withCheck:
      isTrue(withCheck) || (command === "INSERT" && withCheck === null) ? condition : withCheck,
  };
}

export const alwaysTrue = defineCheck<WritePolicy>({
  name: "rls_policy_always_true",
  remediation: lintPage("0024_permissive_rls_policy"),
  title: "Policy that lets everyone write",
  level: "WARN",
  category: "SECURITY",
  description:
    "A policy whose condition is always true lets its roles write any row, as if there were no policy.",
  statement: () => sql`
    select ${policyColumns},
      ${policyCommand} as command, ${policyRoles} as roles, ${ownerColumn} as owner
    from pg_catalog.pg_policy as p
      join pg_catalog.pg_class as c on c.oid = p.polrelid
      join pg_catalog.pg_namespace as n on n.oid = c.relnamespace
    where c.relrowsecurity and p.polpermissive and p.polcmd <> 'r' and ${hasProjectPolicies}
      and (p.polroles && array[0::oid, to_regrole('anon')::oid, to_regrole('authenticated')::oid])`,
  hits: (policy) => {
    if (!allowsAllRows(policy)) return [];
    const {
      schema,
      table,
      policy: name,
      quotedPolicy,
      quotedTable,
      command,
      roles,
      owner,
    } = policy;
    const drop = `drop policy ${quotedPolicy} on ${quotedTable};`;
    const verb = command === "ALL" ? "write" : command.toLowerCase();
    return [
      {
        schema,
        name: table,
        type: "table",
        key: name,
        detail: `The policy ${quotedPolicy} lets ${roles.join(", ")} ${verb} any row of ${quotedTable}.`,
        fix:
          owner === null
            ? `-- Replace the policy with one that names the rows, or drop it.\n${drop}`
            : alterPolicy(restrictToOwner(policy, owner)),
        metadata: { policy: name, command, roles },
      },
    ];
  },
});
