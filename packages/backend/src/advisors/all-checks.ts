import type { Check } from "./check.ts";
import { alwaysTrue } from "./checks/always-true.ts";
import { callsPerRow } from "./checks/calls-per-row.ts";
import { definerFunctions } from "./checks/definer-functions.ts";
import { definerViews } from "./checks/definer-views.ts";
import { duplicateIndexes } from "./checks/duplicate-indexes.ts";
import { exposedForeignTables } from "./checks/exposed-foreign-tables.ts";
import { exposedMaterializedViews } from "./checks/exposed-materialized-views.ts";
import { exposedUsers } from "./checks/exposed-users.ts";
import { extensionsInPublic } from "./checks/extensions-in-public.ts";
import { missingPrimaryKeys } from "./checks/missing-primary-keys.ts";
import { mutableSearchPaths } from "./checks/mutable-search-paths.ts";
import { policiesOnUserMetadata } from "./checks/policies-on-user-metadata.ts";
import { policiesWithoutRls } from "./checks/policies-without-rls.ts";
import { rlsDisabled } from "./checks/rls-disabled.ts";
import { rlsWithoutPolicy } from "./checks/rls-without-policy.ts";
import { sensitiveColumns } from "./checks/sensitive-columns.ts";
import { severalPermissivePolicies } from "./checks/several-permissive-policies.ts";
import { unindexedForeignKeys } from "./checks/unindexed-foreign-keys.ts";
import { unindexedPolicyColumns } from "./checks/unindexed-policy-columns.ts";
import { unusedIndexes } from "./checks/unused-indexes.ts";

/** All checks. Within a level, the report lists findings in this order. */
export const checks: readonly Check[] = [
  rlsDisabled,
  policiesWithoutRls,
  sensitiveColumns,
  exposedUsers,
  definerViews,
  policiesOnUserMetadata,
  alwaysTrue,
  definerFunctions,
  mutableSearchPaths,
  exposedMaterializedViews,
  exposedForeignTables,
  extensionsInPublic,
  rlsWithoutPolicy,
  callsPerRow,
  severalPermissivePolicies,
  duplicateIndexes,
  unindexedForeignKeys,
  unindexedPolicyColumns,
  unusedIndexes,
  missingPrimaryKeys,
];
