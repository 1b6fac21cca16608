import { expect, test } from "vitest";
import { readLogLevel } from "./log-level.ts";

test.each([
  [undefined, "error", "info"],
  ["", "error", "info"],
  ["WARNING", "warn", "warn"],
  ["debug", "info", "info"],
])("GOTRUE_LOG_LEVEL=%s has %s shown in a terminal, %s elsewhere", (name, watched, collected) => {
  const env = { GOTRUE_LOG_LEVEL: name };
  expect([readLogLevel(env, true), readLogLevel(env, false)]).toEqual([watched, collected]);
});

test("an unknown log level is refused", () => {
  expect(() => readLogLevel({ GOTRUE_LOG_LEVEL: "loud" }, true)).toThrow("error, warn or info");
});
