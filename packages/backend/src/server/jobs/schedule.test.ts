import { expect, test } from "vitest";
import { nextRun, parseSchedule } from "./schedule.ts";

const matches = (schedule: string, at: string) => {
  const parsed = parseSchedule(schedule);
  return parsed?.kind === "minutes" && parsed.matches(new Date(`${at}Z`));
};

test.each([
  ["* * * * *", "2026-03-04T05:06", "2026-03-04T05:06:00"],
  ["*/15 2-4 * * *", "2026-03-04T03:45", "2026-03-04T03:46"],
  ["5/20 * * * *", "2026-03-04T03:25", "2026-03-04T03:20"],
  ["0 9 * * mon-fri", "2026-03-04T09:00", "2026-03-07T09:00"],
  ["0 9 * * 7", "2026-03-08T09:00", "2026-03-09T09:00"],
  ["0 0 1 jan,jul *", "2026-07-01T00:00", "2026-08-01T00:00"],
  ["0 0 $ * *", "2028-02-29T00:00", "2028-02-28T00:00"],
  ["0 0 13 * fri", "2026-03-20T00:00", "2026-03-19T00:00"],
  ["@weekly", "2026-03-08T00:00", "2026-03-09T00:00"],
])("%s is due at %s", (schedule, due, other) => {
  expect(matches(schedule, due)).toBe(true);
  if (schedule !== "* * * * *") expect(matches(schedule, other)).toBe(false);
});

test("a schedule in seconds is an interval, and @reboot runs at the start", () => {
  expect(parseSchedule("30 seconds")).toEqual({ kind: "interval", intervalMs: 30_000 });
  expect(parseSchedule("@reboot")).toEqual({ kind: "start" });
});

test.each([
  "often",
  "60 * * * *",
  "* * * *",
  "5-1 * * * *",
  "*/0 * * * *",
  "0 seconds",
  "1-2-3 * * * *",
])("%s is not a schedule", (text) => {
  expect(parseSchedule(text)).toBeUndefined();
});

test.each([
  ["*/15 2-4 * * *", "2026-03-04T03:45:30Z", "2026-03-04T04:00:00.000Z"],
  ["0 0 29 2 *", "2096-03-01T00:00:00Z", "2104-02-29T00:00:00.000Z"],
  ["0 9 * * mon-fri", "2026-03-06T09:00:00Z", "2026-03-09T09:00:00.000Z"],
  ["30 seconds", "2026-03-06T09:00:10Z", "2026-03-06T09:00:30.000Z"],
  ["0 0 31 2 *", "2026-03-06T09:00:00Z", undefined],
  ["@reboot", "2026-03-06T09:00:00Z", undefined],
  ["often", "2026-03-06T09:00:00Z", undefined],
])("%s is due after %s at %s", (schedule, from, due) => {
  expect(nextRun(schedule, new Date(from))?.toISOString()).toBe(due);
});
