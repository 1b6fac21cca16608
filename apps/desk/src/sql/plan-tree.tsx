import type { Plan, PlanNode } from "../api/sql.ts";
import { formatMs } from "./results.tsx";

/** Shows a plan as a tree, with the time of each node excluding its children. */
export function PlanTree({ plan }: { readonly plan: Plan }) {
  const total = plan["Execution Time"] ?? 0;
  return (
    <section className="plan" aria-label="Plan">
      <p className="result-head">
        <span>Executed in {formatMs(total)}</span>
        <span className="quiet">planned in {formatMs(plan["Planning Time"] ?? 0)}</span>
        <span className="quiet">nothing was kept</span>
      </p>
      <ul className="plan-tree">
        <Node node={plan.Plan} total={Math.max(total, 0.001)} />
      </ul>
    </section>
  );
}

function Node({ node, total }: { readonly node: PlanNode; readonly total: number }) {
  const { Plans: children = [] } = node;
  const ownMs = Math.max(0, timeOf(node) - children.reduce((sum, child) => sum + timeOf(child), 0));
  const share = Math.min(1, ownMs / total);
  const rows = (node["Actual Rows"] ?? 0) * (node["Actual Loops"] ?? 1);
  const expectedRows = node["Plan Rows"] * (node["Actual Loops"] ?? 1);
  const isFarOff =
    Math.max(rows, 1) / Math.max(expectedRows, 1) > 10 || expectedRows / Math.max(rows, 1) > 10;
  const target = node["Relation Name"] ?? node["Index Name"];
  const conditions = [node["Index Cond"], node["Hash Cond"], node.Filter].filter(Boolean);
  const removed = node["Rows Removed by Filter"];
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
            {formatMs(ownMs)} ({Math.round(share * 100)}%)
          </span>
          <span>{Math.round(rows).toLocaleString("en-US")} rows</span>
          {isFarOff && (
            <span className="tag tag-warning">
              {Math.round(expectedRows).toLocaleString("en-US")} expected
            </span>
          )}
          {removed !== undefined && removed > 0 && (
            <span>{removed.toLocaleString("en-US")} removed by the filter</span>
          )}
        </p>
        <div className="plan-bar">
          <div style={{ inlineSize: `${share * 100}%` }} />
        </div>
      </div>
      {children.length > 0 && (
        <ul>
          {children.map((child, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the nodes of a plan have no identity
            <Node key={at} node={child} total={total} />
          ))}
        </ul>
      )}
    </li>
  );
}

const timeOf = (node: PlanNode) => (node["Actual Total Time"] ?? 0) * (node["Actual Loops"] ?? 1);
