import { expect, test } from "vitest";
import { csvFileName, toCsv } from "./csv.ts";

test.each([
  ["a", "a"],
  ["", ""],
  [true, "true"],
  ["one, two", '"one, two"'],
  ["one\ntwo", '"one\ntwo"'],
  ['say "no"', '"say ""no"""'],
  ["=1+1", "'=1+1"],
  ["+1", "'+1"],
  ["-1", "'-1"],
  ["@a", "'@a"],
  ["\t=1", "'\t=1"],
  ["\r=1", '"\'\r=1"'],
  ["＝1+1", "'＝1+1"],
  ['=HYPERLINK("a","b")', '"\'=HYPERLINK(""a"",""b"")"'],
  ["1=1", "1=1"],
])("toCsv writes the value %j as the cell %j", (value, cell) => {
  expect(toCsv(["t"], [{ t: value }])).toBe(`t\n${cell}`);
});

test("toCsv writes the columns in the given order, with one header line", () => {
  const rows = [
    { id: "1", title: "a" },
    { id: "2", title: "b" },
  ];
  expect(toCsv(["title", "id"], rows)).toBe("title,id\na,1\nb,2");
  expect(toCsv(["title", "id"], [])).toBe("title,id");
});

test("csvFileName contains the local date of the visitor", () => {
  expect(csvFileName(new Date(2026, 0, 5, 23, 59))).toBe("notes-2026-01-05.csv");
});
