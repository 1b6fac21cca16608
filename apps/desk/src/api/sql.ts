import { call } from "./call.ts";
import type { RunAs } from "./rows.ts";

export interface StatementResult {
  readonly command: string;
  readonly columns: readonly { readonly name: string; readonly type: string }[];
  readonly rows: readonly (readonly (string | null)[])[];
  readonly affected: number;
  readonly hasMore: boolean;
  readonly isCut: boolean;
  readonly durationMs: number;
}

/** A node of the plan that `explain (format json)` returns. */
export interface PlanNode {
  readonly "Node Type": string;
  readonly "Relation Name"?: string;
  readonly "Index Name"?: string;
  readonly "Join Type"?: string;
  readonly Filter?: string;
  readonly "Index Cond"?: string;
  readonly "Hash Cond"?: string;
  readonly "Rows Removed by Filter"?: number;
  readonly "Plan Rows": number;
  readonly "Actual Rows"?: number;
  readonly "Actual Total Time"?: number;
  readonly "Actual Loops"?: number;
  readonly Plans?: readonly PlanNode[];
}

export interface Plan {
  readonly Plan: PlanNode;
  readonly "Planning Time"?: number;
  readonly "Execution Time"?: number;
}

export const runSql = (text: string, as: RunAs, isDryRun: boolean) =>
  call<{ readonly results: readonly StatementResult[] }>("/sql", {
    body: { text, as, isDryRun },
  });

export const explainSql = (text: string, as: RunAs) =>
  call<{ readonly plan: readonly Plan[] }>("/sql/explain", { body: { text, as } });
