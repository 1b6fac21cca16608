import type { Plan, PlanNode } from "../api/sql.ts";
import { planMsText } from "./results.tsx";

/** Shows a plan as a tree, with the time of each node excluding its children. */
export function PlanTree({ plan }: { readonly plan: Plan }) {
  const executionMs = plan["Execution Time"] ?? 0;
  return (
    <section className="plan" aria-label="Plan">
      <p className="result-head">
        <span>Executed in {planMsText(executionMs)}</span>
        <span className="quiet">planned in {planMsText(plan["Planning Time"] ?? 0)}</span>
        <span className="quiet">nothing was kept</span>
      </p>
      <ul className="plan-tree">
        <Node node={plan.Plan} executionMs={Math.max(executionMs, 0.001)} />
      </ul>
    </section>
  );
}

function Node({ node, executionMs }: { readonly node: PlanNode; readonly executionMs: number }) {
  const { Plans: children = [] } = node;
  const selfMs = Math.max(
    0,
    totalMs(node) - children.reduce((sum, child) => sum + totalMs(child), 0),
  );
  const share = Math.min(1, selfMs / executionMs);
  const rows = (node["Actual Rows"] ?? 0) * (node["Actual Loops"] ?? 1);
  const expectedRows = node["Plan Rows"] * (node["Actual Loops"] ?? 1);
  const isFarOff =
    Math.max(rows, 1) / Math.max(expectedRows, 1) > 10 || expectedRows / Math.max(rows, 1) > 10;
  const target = node["Relation Name"] ?? node["Index Name"];
  const conditions = [node["Index Cond"], node["Hash Cond"], node.Filter].filter(Boolean);
  const removedRows = node["Rows Removed by Filter"];
  return (
    <li>
      <div className="plan-node" data-slow={share > 0.4}>
        <p>
          <strong>{node["Node Type"]}</strong> {target && <bdi>on {target}</bdi>}
        </p>
        {conditions.map((condition) => (
          <code key={condition}>{condition}</code>
        ))}
        <p className="plan-numbers">
          <span>
            {planMsText(selfMs)} ({Math.round(share * 100)}%)
          </span>
          <span>{Math.round(rows).toLocaleString("en-US")} rows</span>
          {isFarOff && (
            <span className="tag tag-warning">
              {Math.round(expectedRows).toLocaleString("en-US")} expected
            </span>
          )}
          {removedRows !== undefined && removedRows > 0 && (
            <span>{removedRows.toLocaleString("en-US")} removed by the filter</span>
          )}
        </p>
        <div className="plan-bar">
          <div style={{ inlineSize: `${share * 100}%` }} />
        </div>
      </div>
      {children.length > 0 && (
        <ul>
          {children.map((child, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the nodes of a plan have no identity
            <Node key={index} node={child} executionMs={executionMs} />
          ))}
        </ul>
      )}
    </li>
  );
}

const totalMs = (node: PlanNode) => (node["Actual Total Time"] ?? 0) * (node["Actual Loops"] ?? 1);
