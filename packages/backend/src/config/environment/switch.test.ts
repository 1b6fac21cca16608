import { describe, expect, test } from "vitest";
import { readSwitches } from "./switch.ts";

describe("PORTICO_LARGEST_ANSWER_MB", () => {
  test.each([
    [undefined, undefined],
    ["", undefined],
    ["1", 1 << 20],
    ["0.5", 1 << 19],
  ])("%s", (text, bytes) => {
    expect(readSwitches({ PORTICO_LARGEST_ANSWER_MB: text }).largestAnswer).toBe(bytes);
  });

  test.each(["0", "-1", "1001", "64MB", "much"])("%s is refused by its name", (text) => {
    expect(() => readSwitches({ PORTICO_LARGEST_ANSWER_MB: text })).toThrow(
      "The environment variable PORTICO_LARGEST_ANSWER_MB must be a number up to 1000.",
    );
  });
});
