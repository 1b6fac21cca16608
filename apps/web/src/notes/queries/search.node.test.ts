import { describe, expect, it } from "vitest";
import { patternsOf } from "./search.ts";

describe("patternsOf", () => {
  it("makes one pattern of each word", () => {
    expect(patternsOf("  red   apples ")).toEqual(["%red%", "%apples%"]);
  });

  it("takes the signs of a pattern literally", () => {
    expect(patternsOf(String.raw`100% a_b c:\d`)).toEqual([
      String.raw`%100\%%`,
      String.raw`%a\_b%`,
      String.raw`%c:\\d%`,
    ]);
  });

  it("asks for nothing when nothing is searched", () => {
    expect(patternsOf(" \t ")).toEqual([]);
  });
});
