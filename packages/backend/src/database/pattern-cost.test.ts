import { expect, test } from "vitest";
import { maxPatternCost, patternCost } from "./pattern-cost.ts";

test.each([
  ["abc", 3],
  ["[a-z]{1,255}", 255],
  ["^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$", 236],
  ["(a|b){2}c{3,}", 9],
  ["a?b*?c+", 21],
  ["(?:ab)*", 12],
  [String.raw`(\(a){3}[()\]]{2}[[:alpha:])]{2}[])]`, 11],
  ["((x?){1,20}){1,20}", 4_000],
  ["(((x{1,255}){1,255}){1,255})", 255 ** 3],
  ["(^|a){3}", 306],
  [String.raw`\m[$^]\$\M|[[:<:]]a[[:>:]]`, 404],
  ["(?=a)(?!b)(?<=c)(?<!d)(?:e)", 412],
  [String.raw`($|^|\y|\Y){20}`, 8_060],
  ["(?b)a", Number.POSITIVE_INFINITY],
  ["***=a", Number.POSITIVE_INFINITY],
])("the cost of %s is %d", (pattern, cost) => expect(patternCost(pattern)).toBe(cost));

test.each(["(", ")", "[", "[[:", "{", "a{1,", "\\", "((((", "))))", "a{0}"])(
  "the cost of the incomplete pattern %s is low",
  (pattern) => expect(patternCost(pattern)).toBeLessThan(20),
);

test("the cost of long patterns is found without recursion", () => {
  for (const part of ["(", ")", "[", "[a", "[[:a", "(a|", "\\(", "{1,", "[]"]) {
    expect(patternCost(part.repeat(30_000))).not.toBeNaN();
  }
  expect(patternCost(`[${"a".repeat(60_000)}]`)).toBeLessThan(maxPatternCost);
});
