import { hasProjectPolicies } from "../../database/project-objects.ts";
import { sql } from "../../database/sql.ts";
import { defineCheck, lintPage } from "../check.ts";
import { policyColumns } from "../fragments.ts";
import { alterPolicy, type Policy } from "../policies.ts";

/**
 * Replaces user metadata with app metadata, which only the server can change. A condition can also read either from the
 * columns of `auth.users`.
 */
const withAppMetadata = (condition: string | null) =>
  condition
    ?.replaceAll("raw_user_meta_data", "raw_app_meta_data")
    .replace(/(?<!\w)user_metadata(?!\w)/g, "app_metadata") ?? null;

export const policiesOnUserMetadata = defineCheck<Policy>({
  name: "rls_references_user_metadata",
  remediation: lintPage("0015_rls_references_user_metadata"),
  title: "Policy that trusts user_metadata",
  level: "ERROR",
  category: "SECURITY",
  description:
    "Users can change their own user_metadata, so they can satisfy any policy that relies on it.",
  statement: () => sql`
    select ${policyColumns}
    from pg_catalog.pg_policy as p
      join pg_catalog.pg_class as c on c.oid = p.polrelid
      join pg_catalog.pg_namespace as n on n.oid = c.relnamespace
    where ${hasProjectPolicies}
      and concat_ws(' ', pg_get_expr(p.polqual, p.polrelid), pg_get_expr(p.polwithcheck, p.polrelid))
        ~ '(auth\\.jwt\\(\\)|request\\.jwt\\.claim).*\\muser_metadata\\M|\\mraw_user_meta_data\\M'`,
  hits: (policy) => {
    const { schema, table, policy: name, quotedPolicy, quotedTable } = policy;
    return [
      {
        schema,
        name: table,
        type: "table",
        key: name,
        detail: `The policy ${quotedPolicy} on ${quotedTable} reads user_metadata.`,
        fix: `-- Set the value in app_metadata, which only the server can change.\n${alterPolicy({
          ...policy,
          using: withAppMetadata(policy.using),
          withCheck: withAppMetadata(policy.withCheck),
        })}`,
        metadata: { policy: name },
      },
    ];
  },
});
