import type { StatementResult } from "../api/sql.ts";

/** A point of a chart. */
export interface Point {
  readonly label: string;
  readonly value: number;
}

/** More marks could not be told apart. */
export const mostPoints = 200;

const numeric = /^(smallint|integer|bigint|numeric|real|double precision|money|oid)/;

/** Returns the columns that a chart can measure, and those to begin with. */
export function chartColumns({ columns }: StatementResult) {
  const measured = columns.flatMap(({ type }, at) => (numeric.test(type) ? [at] : []));
  const label = columns.findIndex(({ type }) => !numeric.test(type));
  // A column of numbers counts the rows where no column names them.
  const value = measured.find((at) => at !== (label < 0 ? 0 : label)) ?? measured[0];
  return { measured, label: label < 0 ? 0 : label, value };
}

/** Returns the points of a chart. Rows without a number are left out. */
export function pointsOf(
  { rows }: StatementResult,
  { label, value }: { readonly label: number; readonly value: number },
): readonly Point[] {
  return rows.slice(0, mostPoints).flatMap((row) => {
    const text = row[value];
    const number = text == null ? Number.NaN : Number(text.replace(/[$,]/g, ""));
    return Number.isFinite(number) ? [{ label: row[label] ?? "NULL", value: number }] : [];
  });
}

/** Returns round values for an axis, the first and last of which enclose all values and zero. */
export function ticksOf(values: readonly number[]): readonly number[] {
  const low = Math.min(0, ...values);
  const high = Math.max(0, ...values);
  const rough = (high - low || 1) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power;
  const first = Math.floor(low / step);
  const last = Math.max(first + 1, Math.ceil(high / step));
  return Array.from({ length: last - first + 1 }, (_, at) => {
    // Multiplying instead of adding up keeps 0.3 from becoming 0.30000000000000004.
    return Number(((first + at) * step).toPrecision(12));
  });
}
