import { describe, expect, test } from "vitest";
import type { StatementResult } from "../api/sql.ts";
import { chartColumns, pointsOf, ticksOf } from "./chart-data.ts";

const result = (columns: [string, string][], rows: (string | null)[][]): StatementResult => ({
  command: "SELECT",
  rows,
  affected: 0,
  hasMore: false,
  isCut: false,
  durationMs: 1,
  columns: columns.map(([name, type]) => ({ name, type })),
});

describe("a chart", () => {
  test("a chart measures the first column of numbers and labels rows with the first other column", () => {
    const sales = result(
      [
        ["id", "bigint"],
        ["day", "date"],
        ["total", "numeric"],
      ],
      [
        ["1", "2026-01-01", "10.5"],
        ["2", "2026-01-02", null],
        ["3", null, "-3"],
      ],
    );
    expect(chartColumns(sales)).toEqual({ numericColumns: [0, 2], label: 1, value: 0 });
    expect(pointsOf(sales, { label: 1, value: 2 })).toEqual([
      { label: "2026-01-01", value: 10.5 },
      { label: "NULL", value: -3 },
    ]);
  });

  test("a result without a column of numbers has nothing to measure", () => {
    expect(chartColumns(result([["name", "text"]], [["x"]])).value).toBeUndefined();
  });

  test("values that are not finite numbers are left out", () => {
    const unusual = result([["n", "numeric"]], [["NaN"], ["Infinity"], ["1"]]);
    expect(pointsOf(unusual, { label: 0, value: 0 })).toEqual([{ label: "1", value: 1 }]);
  });
});

test.each([
  [
    [0.1, 0.3],
    [0, 0.1, 0.2, 0.3],
  ],
  [
    [7, 95],
    [0, 50, 100],
  ],
  [
    [-3, 10.5],
    [-5, 0, 5, 10, 15],
  ],
  [[], [0, 0.5]],
])("the axis for %j has round values around zero", (values, ticks) => {
  expect(ticksOf(values)).toEqual(ticks);
});
