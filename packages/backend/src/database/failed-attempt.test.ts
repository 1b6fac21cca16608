import { expect, test } from "vitest";
import type { Log } from "../log/log.ts";
import { AcquisitionTimeout, DatabaseUnavailable } from "./errors.ts";
import { logFailedAttempt } from "./failed-attempt.ts";

test.each([
  ["a busy database", new AcquisitionTimeout(), ["warn: no check, because the database was busy"]],
  ["a broken connection", new DatabaseUnavailable("It broke."), ["error: no check"]],
  ["a bug", new TypeError("It is undefined."), ["error: no check"]],
])("work that fails because of %s is logged at the right level", (_, error, expected) => {
  const lines: string[] = [];
  const logAs = (level: string) => (_: object, message: string) =>
    lines.push(`${level}: ${message}`);
  const log: Log = { error: logAs("error"), warn: logAs("warn"), info: logAs("info") };

  logFailedAttempt(log, error, "no check");

  expect(lines).toEqual(expected);
});
