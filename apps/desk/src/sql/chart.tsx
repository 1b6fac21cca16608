import { useState } from "react";
import type { StatementResult } from "../api/sql.ts";
import { chartColumns, mostPoints, type Point, pointsOf, ticksOf } from "./chart-data.ts";

const width = 720;
const height = 300;
const margin = { top: 12, right: 12, bottom: 56, left: 68 };

/** A result as bars or as a line, of columns that the developer chooses. The table beside it has the same values. */
export function Chart({
  result,
  name,
}: {
  readonly result: StatementResult;
  readonly name: string;
}) {
  const { measured, label: firstLabel, value: firstValue } = chartColumns(result);
  const [kind, setKind] = useState<"bars" | "line">("bars");
  const [label, setLabel] = useState(firstLabel);
  const [value, setValue] = useState(firstValue ?? 0);
  if (firstValue === undefined) return <p className="quiet">No column has numbers.</p>;
  const points = pointsOf(result, { label, value });
  const nameOf = (at: number) => result.columns[at]?.name ?? "";
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
          among={measured}
        />
      </div>
      {points.length === 0 ? (
        <p className="quiet">No row has a number in {nameOf(value)}.</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        <section className="chart-scroller" tabIndex={0} aria-label={`Chart of ${name}`}>
          <Drawing
            kind={kind}
            points={points}
            title={`${name}: ${nameOf(value)} by ${nameOf(label)}, ${points.length} values`}
          />
        </section>
      )}
      {result.rows.length > mostPoints && (
        <p className="quiet">The chart has the first {mostPoints} rows.</p>
      )}
    </div>
  );
}

function ColumnChoice({
  label,
  value,
  onChange,
  result,
  among,
}: {
  readonly label: string;
  readonly value: number;
  readonly onChange: (at: number) => void;
  readonly result: StatementResult;
  readonly among?: readonly number[];
}) {
  return (
    <label>
      {label}
      <select
        className="input"
        value={value}
        onChange={(event) => onChange(Number(event.target.value))}
      >
        {result.columns.map(({ name }, at) =>
          among && !among.includes(at) ? null : (
            // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have one name
            <option key={at} value={at}>
              {name}
            </option>
          ),
        )}
      </select>
    </label>
  );
}

function Drawing({
  kind,
  points,
  title,
}: {
  readonly kind: "bars" | "line";
  readonly points: readonly Point[];
  readonly title: string;
}) {
  const ticks = ticksOf(points.map((point) => point.value));
  const [low = 0, high = 1] = [ticks[0], ticks.at(-1)];
  const inner = {
    width: width - margin.left - margin.right,
    height: height - margin.top - margin.bottom,
  };
  const yOf = (value: number) => margin.top + inner.height * (1 - (value - low) / (high - low));
  const slot = inner.width / points.length;
  const xOf = (at: number) => margin.left + slot * (at + 0.5);
  const bar = Math.min(64, Math.max(1, slot * 0.7));
  const every = Math.ceil(points.length / 10);
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
            {compact.format(tick)}
          </text>
        </g>
      ))}
      {kind === "bars" ? (
        points.map((point, at) => (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: two rows may have one label
            key={at}
            className="chart-bar"
            x={xOf(at) - bar / 2}
            y={Math.min(yOf(0), yOf(point.value))}
            width={bar}
            height={Math.abs(yOf(0) - yOf(point.value))}
          >
            <title>{`${point.label}: ${point.value}`}</title>
          </rect>
        ))
      ) : (
        <>
          <polyline
            className="chart-line"
            points={points.map((point, at) => `${xOf(at)},${yOf(point.value)}`).join(" ")}
          />
          {points.map((point, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two rows may have one label
            <circle key={at} className="chart-bar" cx={xOf(at)} cy={yOf(point.value)} r={3}>
              <title>{`${point.label}: ${point.value}`}</title>
            </circle>
          ))}
        </>
      )}
      {points.map((point, at) =>
        at % every === 0 ? (
          <text
            // biome-ignore lint/suspicious/noArrayIndexKey: two rows may have one label
            key={at}
            className="chart-text"
            textAnchor="end"
            transform={`translate(${xOf(at) + 4} ${height - margin.bottom + 14}) rotate(-28)`}
          >
            {point.label.length > 14 ? `${point.label.slice(0, 13)}…` : point.label}
          </text>
        ) : null,
      )}
    </svg>
  );
}

const compact = new Intl.NumberFormat("en-US", { notation: "compact", maximumFractionDigits: 2 });
