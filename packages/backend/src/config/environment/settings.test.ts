import { describe, expect, test } from "vitest";
import { readLogLevel, readSwitches } from "./settings.ts";

test.each([
  [undefined, "error", "info"],
  ["", "error", "info"],
  ["WARNING", "warn", "warn"],
  ["debug", "info", "info"],
])(
  "GOTRUE_LOG_LEVEL=%s sets the log level %s in a terminal, and %s elsewhere",
  (name, watched, collected) => {
    const env = { GOTRUE_LOG_LEVEL: name };
    expect([readLogLevel(env, true), readLogLevel(env, false)]).toEqual([watched, collected]);
  },
);

test("an unknown log level is refused", () => {
  expect(() => readLogLevel({ GOTRUE_LOG_LEVEL: "loud" }, true)).toThrow("error, warn or info");
});

describe("PORTICO_LARGEST_ANSWER_MB", () => {
  test.each([
    [undefined, undefined],
    ["", undefined],
    ["1", 1 << 20],
    ["0.5", 1 << 19],
  ])("PORTICO_LARGEST_ANSWER_MB=%s is read", (text, bytes) => {
    expect(readSwitches({ PORTICO_LARGEST_ANSWER_MB: text }).largestAnswer).toBe(bytes);
  });

  test.each(["0", "-1", "1001", "64MB", "much"])(
    "PORTICO_LARGEST_ANSWER_MB=%s is refused by its name",
    (text) => {
      expect(() => readSwitches({ PORTICO_LARGEST_ANSWER_MB: text })).toThrow(
        "The environment variable PORTICO_LARGEST_ANSWER_MB must be a number up to 1000.",
      );
    },
  );
});

describe("GOTRUE_SMS_TEST_OTP_VALID_UNTIL", () => {
  test.each([
    [undefined, undefined],
    ["", undefined],
    ["2026-12-31T00:00:00Z", new Date("2026-12-31T00:00:00Z")],
    [" 2026-12-31T01:00:00.5+01:00 ", new Date("2026-12-31T00:00:00.5Z")],
  ])("%j is read as an RFC 3339 time", (text, time) => {
    expect(readSwitches({ GOTRUE_SMS_TEST_OTP_VALID_UNTIL: text }).testCodesUntil).toEqual(time);
  });

  test.each(["forever", "2026", "2026-13-01T00:00:00Z", "true"])(
    "the time %s is refused",
    (text) => {
      expect(() => readSwitches({ GOTRUE_SMS_TEST_OTP_VALID_UNTIL: text })).toThrow(
        'GOTRUE_SMS_TEST_OTP_VALID_UNTIL must be a time such as "2026-12-31T00:00:00Z"',
      );
    },
  );
});
