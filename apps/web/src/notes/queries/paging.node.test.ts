import { describe, expect, it } from "vitest";
import { lastPage, pageSize, parsePage, rowRange } from "./paging.ts";

describe("rowRange", () => {
  it("pages start at row 0 and do not overlap", () => {
    expect(rowRange(1)).toEqual({ from: 0, to: pageSize - 1 });
    expect(rowRange(3).from).toBe(rowRange(2).to + 1);
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

describe("parsePage", () => {
  it.each([[null], [""], ["0"], ["-3"], ["2.5"], ["x"], ["1e999"], ["NaN"]])(
    "parsePage returns 1 for %j",
    (text) => {
      expect(parsePage(text)).toBe(1);
    },
  );

  it("parsePage reads a page number", () => {
    expect(parsePage("12")).toBe(12);
  });
});
