import { describe, expect, it } from "vitest";
import { lastPage, pageOf, pageSize, rowsOf } from "./paging.ts";

describe("rowsOf", () => {
  it("pages start at row 0 and do not overlap", () => {
    expect(rowsOf(1)).toEqual({ from: 0, to: pageSize - 1 });
    expect(rowsOf(3).from).toBe(rowsOf(2).to + 1);
  });
});

describe("lastPage", () => {
  it.each([
    [0, 1],
    [1, 1],
    [pageSize, 1],
    [pageSize + 1, 2],
    [pageSize * 7, 7],
  ])("the last page of %i notes is %i", (total, page) => {
    expect(lastPage(total)).toBe(page);
  });
});

describe("pageOf", () => {
  it.each([[null], [""], ["0"], ["-3"], ["2.5"], ["x"], ["1e999"], ["NaN"]])(
    "pageOf returns 1 for %j",
    (text) => {
      expect(pageOf(text)).toBe(1);
    },
  );

  it("pageOf reads a page number", () => {
    expect(pageOf("12")).toBe(12);
  });
});
