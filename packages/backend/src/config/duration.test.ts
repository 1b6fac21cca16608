import { expect, test } from "vitest";
import { parseDuration } from "./duration.ts";

test.each([
  ["0", 0],
  ["0s", 0],
  ["1s", 1],
  ["1m0s", 60],
  ["24h", 86400],
  ["1h30m10s", 5410],
  ["1.5h", 5400],
  [".5s", 0.5],
  ["300ms", 0.3],
  ["5us", 5e-6],
  ["5\u00b5s", 5e-6],
])("%s is %d seconds", (text, seconds) => {
  expect(parseDuration(text)).toBeCloseTo(seconds, 9);
});

test.each(["", "5", "s", "1 m", "1d", "-1s", "1m, 2s", "1s!", "!1s", "1e3s", "."])(
  "%j is not a duration",
  (text) => {
    expect(parseDuration(text)).toBeUndefined();
  },
);
