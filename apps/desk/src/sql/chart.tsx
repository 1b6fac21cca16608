import { useState } from "react";
import type { StatementResult } from "../api/sql.ts";
import { chartColumns, maxPoints, type Point, pointsOf, ticksOf } from "./chart-data.ts";

const width = 720;
const height = 300;
const margin = { top: 12, right: 12, bottom: 56, left: 68 };

/** Draws two columns of a result as bars or as a line. The table beside it has the same values. */
export function Chart({
  result,
  name,
}: {
  readonly result: StatementResult;
  readonly name: string;
}) {
  const { numericColumns, label: initialLabel, value: initialValue } = chartColumns(result);
  const [kind, setKind] = useState<"bars" | "line">("bars");
  const [label, setLabel] = useState(initialLabel);
  const [value, setValue] = useState(initialValue ?? 0);
  if (initialValue === undefined) return <p className="quiet">No column has numbers.</p>;
  const points = pointsOf(result, { label, value });
  const nameOf = (index: number) => result.columns[index]?.name ?? "";
  return (
    <div className="chart">
      <div className="chart-options">
        <label>
          Chart
          <select
            className="input"
            value={kind}
            onChange={(event) => setKind(event.target.value === "line" ? "line" : "bars")}
          >
            <option value="bars">Bars</option>
            <option value="line">Line</option>
          </select>
        </label>
        <ColumnChoice label="Along" value={label} onChange={setLabel} result={result} />
        <ColumnChoice
          label="Measured"
          value={value}
          onChange={setValue}
          result={result}
          choices={numericColumns}
        />
      </div>
      {points.length === 0 ? (
        <p className="quiet">No row has a number in {nameOf(value)}.</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        <section className="chart-scroller" tabIndex={0} aria-label={`Chart of ${name}`}>
          <Plot
            kind={kind}
            points={points}
            title={`${name}: ${nameOf(value)} by ${nameOf(label)}, ${points.length} values`}
          />
        </section>
      )}
      {result.rows.length > maxPoints && (
        <p className="quiet">The chart has the first {maxPoints} rows.</p>
      )}
    </div>
  );
}

function ColumnChoice({
  label,
  value,
  onChange,
  result,
  choices,
}: {
  readonly label: string;
  readonly value: number;
  readonly onChange: (index: number) => void;
  readonly result: StatementResult;
  readonly choices?: readonly number[];
}) {
  return (
    <label>
      {label}
      <select
        className="input"
        value={value}
        onChange={(event) => onChange(Number(event.target.value))}
      >
        {result.columns.map(({ name }, index) =>
          choices && !choices.includes(index) ? null : (
            // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have the same name
            <option key={index} value={index}>
              {name}
            </option>
          ),
        )}
      </select>
    </label>
  );
}

function Plot({
  kind,
  points,
  title,
}: {
  readonly kind: "bars" | "line";
  readonly points: readonly Point[];
  readonly title: string;
}) {
  const ticks = ticksOf(points.map((point) => point.value));
  const [minTick = 0, maxTick = 1] = [ticks[0], ticks.at(-1)];
  const plot = {
    width: width - margin.left - margin.right,
    height: height - margin.top - margin.bottom,
  };
  const yOf = (value: number) =>
    margin.top + plot.height * (1 - (value - minTick) / (maxTick - minTick));
  const slotWidth = plot.width / points.length;
  const xOf = (index: number) => margin.left + slotWidth * (index + 0.5);
  const barWidth = Math.min(64, Math.max(1, slotWidth * 0.7));
  const labelInterval = Math.ceil(points.length / 10);
  return (
    <svg className="chart-drawing" viewBox={`0 0 ${width} ${height}`} role="img" aria-label={title}>
      {ticks.map((tick) => (
        <g key={tick}>
          <line
            className="chart-grid"
            x1={margin.left}
            x2={width - margin.right}
            y1={yOf(tick)}
            y2={yOf(tick)}
          />
          <text className="chart-text" x={margin.left - 8} y={yOf(tick) + 4} textAnchor="end">
            {compactNumber.format(tick)}
          </text>
        </g>
      ))}
      {kind === "bars" ? (
        points.map((point, index) => (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: two rows may have one label
            key={index}
            className="chart-bar"
            x={xOf(index) - barWidth / 2}
            y={Math.min(yOf(0), yOf(point.value))}
            width={barWidth}
            height={Math.abs(yOf(0) - yOf(point.value))}
          >
            <title>{`${point.label}: ${point.value}`}</title>
          </rect>
        ))
      ) : (
        <>
          <polyline
            className="chart-line"
            points={points.map((point, index) => `${xOf(index)},${yOf(point.value)}`).join(" ")}
          />
          {points.map((point, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two rows may have one label
            <circle key={index} className="chart-bar" cx={xOf(index)} cy={yOf(point.value)} r={3}>
              <title>{`${point.label}: ${point.value}`}</title>
            </circle>
          ))}
        </>
      )}
      {points.map((point, index) =>
        index % labelInterval === 0 ? (
          <text
            // biome-ignore lint/suspicious/noArrayIndexKey: two rows may have one label
            key={index}
            className="chart-text"
            textAnchor="end"
            transform={`translate(${xOf(index) + 4} ${height - margin.bottom + 14}) rotate(-28)`}
          >
            {point.label.length > 14 ? `${point.label.slice(0, 13)}…` : point.label}
          </text>
        ) : null,
      )}
    </svg>
  );
}

const compactNumber = new Intl.NumberFormat("en-US", {
  notation: "compact",
  maximumFractionDigits: 2,
});
