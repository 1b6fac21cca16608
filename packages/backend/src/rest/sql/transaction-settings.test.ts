import { expect, test } from "vitest";
import { settingsFrom } from "../settings.ts";
import { statementTimeoutMs, type TransactionContext } from "./transaction-settings.ts";

type Settings = Readonly<Record<string, string>>;

/** Returns the timeout of a request whose role and function have these settings. */
function timeoutOf(role: Settings, called: Settings = {}, preRequest?: string): number {
  const overrides = new Map(preRequest ? [["db_pre_request", preRequest] as const] : []);
  const config = { schemas: ["public"], extra_search_path: [], max_rows: 100 };
  return statementTimeoutMs({
    caller: { role: "member", claims: {} },
    settings: settingsFrom(config, { overrides, libraries: null }),
    cache: { roles: new Map([["member", { settings: Object.entries(role) }]]) },
    plan: { kind: "call", routine: { settings: Object.entries(called) } },
  } as unknown as TransactionContext);
}

test.each([
  ["8s", 8_000],
  ["250", 250],
  ["4321ms", 4_321],
  ["1.5 min", 90_000],
  ["1h", 3_600_000],
  ["1500us", 2],
  ["0", 0],
  ["soon", 0],
])("a statement_timeout of %s is %d milliseconds", (text, milliseconds) => {
  expect(timeoutOf({ statement_timeout: text })).toBe(milliseconds);
});

test("a role without statement_timeout has no time limit", () => {
  expect(timeoutOf({ lock_timeout: "1s" })).toBe(0);
});

test("the statement_timeout of a function replaces the one of the role", () => {
  expect(timeoutOf({ statement_timeout: "3s" }, { statement_timeout: "1min" })).toBe(60_000);
  expect(timeoutOf({ statement_timeout: "3s" }, { statement_timeout: "0" })).toBe(0);
});

test("a pre-request function has as much time as the request", () => {
  expect(timeoutOf({ statement_timeout: "3s" }, {}, "public.check")).toBe(6_000);
});
