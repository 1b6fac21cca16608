import type { StatementResult } from "../api/sql.ts";

/** A point of a chart. */
export interface Point {
  readonly label: string;
  readonly value: number;
}

/** More points would overlap. */
export const maxPoints = 200;

const numericType = /^(smallint|integer|bigint|numeric|real|double precision|money|oid)/;

/** Returns the numeric columns, and the initial columns for labels and values. */
export function chartColumns({ columns }: StatementResult) {
  const numericColumns = columns.flatMap(({ type }, index) =>
    numericType.test(type) ? [index] : [],
  );
  const label = columns.findIndex(({ type }) => !numericType.test(type));
  // Without a text column, the first column has the labels, so prefer another one for the values.
  const value =
    numericColumns.find((index) => index !== (label < 0 ? 0 : label)) ?? numericColumns[0];
  return { numericColumns, label: label < 0 ? 0 : label, value };
}

/** Returns the points of a chart. Rows without a number are left out. */
export function pointsOf(
  { rows }: StatementResult,
  { label, value }: { readonly label: number; readonly value: number },
): readonly Point[] {
  return rows.slice(0, maxPoints).flatMap((row) => {
    const text = row[value];
    const number = text == null ? Number.NaN : Number(text.replace(/[$,]/g, ""));
    return Number.isFinite(number) ? [{ label: row[label] ?? "NULL", value: number }] : [];
  });
}

/** Returns round values for an axis. All values and zero are between the first and the last. */
export function ticksOf(values: readonly number[]): readonly number[] {
  const min = Math.min(0, ...values);
  const max = Math.max(0, ...values);
  const minStep = (max - min || 1) / 4;
  const power = 10 ** Math.floor(Math.log10(minStep));
  const step = ([1, 2, 5, 10].find((factor) => factor * power >= minStep) ?? 10) * power;
  const firstTick = Math.floor(min / step);
  const lastTick = Math.max(firstTick + 1, Math.ceil(max / step));
  return Array.from({ length: lastTick - firstTick + 1 }, (_, index) => {
    // Multiplying instead of adding up keeps 0.3 from becoming 0.30000000000000004.
    return Number(((firstTick + index) * step).toPrecision(12));
  });
}
