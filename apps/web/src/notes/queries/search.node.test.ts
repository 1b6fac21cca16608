import { describe, expect, it } from "vitest";
import { patternsOf } from "./search.ts";

describe("patternsOf", () => {
  it("patternsOf returns one pattern for each word", () => {
    expect(patternsOf("  red   apples ")).toEqual(["%red%", "%apples%"]);
  });

  it("patternsOf escapes the special characters of a pattern", () => {
    expect(patternsOf(String.raw`100% a_b c:\d`)).toEqual([
      String.raw`%100\%%`,
      String.raw`%a\_b%`,
      String.raw`%c:\\d%`,
    ]);
  });

  it("patternsOf returns no patterns for an empty search", () => {
    expect(patternsOf(" \t ")).toEqual([]);
  });
});
