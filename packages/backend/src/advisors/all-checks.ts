import type { Check } from "./check.ts";
import { alwaysTrue } from "./checks/always-true.ts";
import { authUsers } from "./checks/auth-users.ts";
import { definerFunctions } from "./checks/definer-functions.ts";
import { definerViews } from "./checks/definer-views.ts";
import { duplicateIndexes } from "./checks/duplicate-indexes.ts";
import { extensionsInPublic } from "./checks/extensions-in-public.ts";
import { foreignKeys } from "./checks/foreign-keys.ts";
import { foreignTables } from "./checks/foreign-tables.ts";
import { functionSearchPath } from "./checks/function-search-path.ts";
import { materializedViews } from "./checks/materialized-views.ts";
import { policiesWithoutRls } from "./checks/policies-without-rls.ts";
import { policyColumns } from "./checks/policy-columns.ts";
import { primaryKeys } from "./checks/primary-keys.ts";
import { rlsDisabled } from "./checks/rls-disabled.ts";
import { rlsWithoutPolicy } from "./checks/rls-without-policy.ts";
import { rowCalls } from "./checks/row-calls.ts";
import { sensitiveColumns } from "./checks/sensitive-columns.ts";
import { severalPermissive } from "./checks/several-permissive.ts";
import { unusedIndexes } from "./checks/unused-indexes.ts";
import { userMetadata } from "./checks/user-metadata.ts";

/** All checks. Within a level, the report lists findings in this order. */
export const checks: readonly Check[] = [
  rlsDisabled,
  policiesWithoutRls,
  sensitiveColumns,
  authUsers,
  definerViews,
  userMetadata,
  alwaysTrue,
  definerFunctions,
  functionSearchPath,
  materializedViews,
  foreignTables,
  extensionsInPublic,
  rlsWithoutPolicy,
  rowCalls,
  severalPermissive,
  duplicateIndexes,
  foreignKeys,
  policyColumns,
  unusedIndexes,
  primaryKeys,
];
