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

describe("GOTRUE_SMS_TEST_OTP_VALID_UNTIL", () => {
  test.each([
    [undefined, undefined],
    ["", undefined],
    ["2026-12-31T00:00:00Z", new Date("2026-12-31T00:00:00Z")],
    [" 2026-12-31T01:00:00.5+01:00 ", new Date("2026-12-31T00:00:00.5Z")],
  ])("%j is read as a time of RFC 3339", (text, time) => {
    expect(readSwitches({ GOTRUE_SMS_TEST_OTP_VALID_UNTIL: text }).testCodesUntil).toEqual(time);
  });

  test.each(["forever", "2026", "2026-13-01T00:00:00Z", "true"])("%s is refused", (text) => {
    expect(() => readSwitches({ GOTRUE_SMS_TEST_OTP_VALID_UNTIL: text })).toThrow(
      'GOTRUE_SMS_TEST_OTP_VALID_UNTIL must be a time such as "2026-12-31T00:00:00Z"',
    );
  });
});
