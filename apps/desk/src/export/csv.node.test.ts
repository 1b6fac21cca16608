import { describe, expect, test } from "vitest";
import { CsvError, parseCsv, toCsv, withoutGuard } from "./csv.ts";

const parseCells = (text: string) => parseCsv(text).map((row) => row.cells);

describe("parseCsv", () => {
  test("parseCsv keeps quotes, separators and line breaks inside quotes, and distinguishes empty from null", () => {
    expect(parseCells('a,b,c\r\n"x, ""y""\n",,""\r\n')).toEqual([
      ["a", "b", "c"],
      ['x, "y"\n', null, ""],
    ]);
  });

  test("parseCsv uses the separator that occurs most often in the first line", () => {
    expect(parseCells("a;b\n1,5;2")).toEqual([
      ["a", "b"],
      ["1,5", "2"],
    ]);
    expect(parseCells("\uFEFFa\tb\n1\t")).toEqual([
      ["a", "b"],
      ["1", null],
    ]);
  });

  test("parseCsv gives each row the line on which it begins", () => {
    expect(parseCsv('a,b\n"1\n2",x\n\n3,y').map(({ line }) => line)).toEqual([1, 2, 5]);
  });

  test.each([
    ['a,b\n1,2\n3,"open', "Line 3, field 2: the quote is not closed."],
    ['a,b\n"1"x,2', "Line 2, field 1: text follows the closing quote."],
    ["a,b\n1,2,3", "Line 2 has 3 fields, and the first line has 2."],
  ])("parseCsv reports the line and the field of a mistake: %j", (text, message) => {
    expect(() => parseCsv(text)).toThrow(new CsvError(message));
  });

  test("parseCsv parses what toCsv has written", () => {
    const rows = [
      ["1", null, ""],
      ['"', "a,b", "x\r\ny"],
    ];
    expect(parseCells(toCsv(["a", "b", "c"], rows))).toEqual([["a", "b", "c"], ...rows]);
  });
});

describe("formulas", () => {
  test.each([
    "=1+1",
    "@SUM(A1)",
    "+cmd|' /C calc'!A0",
    "-HYPERLINK(1)",
    "\t=1",
    "\r=1",
    "'=1",
    "''@a",
    "-1+A1",
  ])("%j is written as a text, and read as it was", (text) => {
    const csv = toCsv(["a"], [[text]]);
    const [, [field] = []] = parseCells(csv);
    expect(field).toBe(`'${text}`);
    expect(withoutGuard(field ?? "")).toBe(text);
  });

  test.each(["-1.5", "+44 (20) 7946 0958", "-01:30:00", "it's", "'quoted'", "a=1", "", "'5"])(
    "%j is written as it is",
    (text) => {
      const [, [field] = []] = parseCells(toCsv(["a"], [[text]]));
      expect(field).toBe(text);
      expect(withoutGuard(text)).toBe(text);
    },
  );

  test("a column's name is no formula either", () => {
    expect(toCsv(["=1"], [])).toBe("'=1");
  });
});
