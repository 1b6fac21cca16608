import { useState } from "react";
import type { StatementResult } from "../api/sql.ts";
import { Chart } from "./chart.tsx";
import { chartColumns } from "./chart-data.ts";

/** Lists the results of a script, one per statement. */
export function Results({ results }: { readonly results: readonly StatementResult[] }) {
  return (
    <div className="results">
      {results.map((result, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the results of a run never move
        <Result key={index} result={result} number={results.length > 1 ? index + 1 : undefined} />
      ))}
    </div>
  );
}

function Result({
  result,
  number,
}: {
  readonly result: StatementResult;
  readonly number: number | undefined;
}) {
  const { columns, rows, hasMore, isCut, durationMs } = result;
  const name = number === undefined ? "Result" : `Result ${number}`;
  const [isChart, setChart] = useState(false);
  const canDraw = rows.length > 0 && chartColumns(result).value !== undefined;
  return (
    <section className="result" aria-label={name}>
      <p className="result-head">
        {number !== undefined && <strong>{number}</strong>}
        <span>{summaryOf(result)}</span>
        {hasMore && <span className="tag tag-warning">more rows are left out</span>}
        {isCut && <span className="tag">long values are cut</span>}
        <span className="quiet">{planMsText(durationMs)}</span>
        {canDraw && (
          <button
            type="button"
            className="button button-small"
            aria-pressed={isChart}
            onClick={() => setChart(!isChart)}
          >
            Chart
          </button>
        )}
      </p>
      {isChart && <Chart result={result} name={name} />}
      {columns.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        <section className="result-rows" tabIndex={0} aria-label={`Rows of ${name}`}>
          <table>
            <thead>
              <tr>
                {columns.map((column, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have one name
                  <th key={index} scope="col">
                    <bdi>{column.name}</bdi> <span className="grid-type">{column.type}</span>
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a result have no identity
                <tr key={index}>
                  {row.map((value, column) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have one name
                    <td key={column} dir="auto">
                      {value === null ? <span className="cell-null">NULL</span> : value}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </section>
  );
}

function summaryOf({ command, columns, rows, affected }: StatementResult): string {
  const count = columns.length > 0 ? rows.length : affected;
  const isChange = ["INSERT", "UPDATE", "DELETE", "MERGE"].includes(command);
  if (columns.length === 0 && !isChange) return command || "Done";
  const text = count === 1 ? "1 row" : `${count.toLocaleString("en-US")} rows`;
  return command && command !== "SELECT" ? `${command} ${text}` : text;
}

export function planMsText(ms: number): string {
  if (ms >= 1000) return `${(ms / 1000).toFixed(2)} s`;
  return `${ms >= 10 ? Math.round(ms) : ms.toFixed(2)} ms`;
}
