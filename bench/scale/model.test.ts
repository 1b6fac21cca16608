import { expect, test } from "vitest";
import { type Cost, type Kind, kinds, need, prudent, type Sizes, usual } from "./model.ts";

const nothing: Cost = { server: 0, hashing: 0, postgres: 0, wal: 0, audit: 0 };
const sizes: Sizes = { user: 1, session: 1, audit: 1, row: 0, object: 0 };
const costing = (costs: Partial<Record<Kind, Partial<Cost>>>) =>
  Object.fromEntries(kinds.map((kind) => [kind, { ...nothing, ...costs[kind] }])) as Record<
    Kind,
    Cost
  >;
/** The number of users that causes one refresh in the busiest second. */
const usage = { ...usual, users: 86_400, dailyActive: 1, peak: 1 };

test("a millisecond of PostgreSQL per request is one core at a thousand requests a second", () => {
  const { requests, postgresCores } = need(
    { ...usage, users: usage.users * 1000 },
    costing({ refresh: { postgres: 1 } }),
    sizes,
    { ...prudent, load: 1 },
  );
  expect(postgresCores).toBeCloseTo(1);
  expect(requests).toBeCloseTo(1000 * Object.values(usual.perHour).reduce((a, b) => a + b));
});

test("hashing takes cores but no processes", () => {
  const costs = costing({ "sign-in": { server: 1_000_000, hashing: 1_000_000 } });
  const { hashingCores, serverCores, processes } = need(usage, costs, sizes);
  expect(hashingCores).toBeCloseTo((0.05 * 1000) / prudent.load);
  expect(serverCores).toBe(hashingCores);
  expect(processes).toBe(1);
});

test("the audit log grows by what its days add", () => {
  const costs = costing({ refresh: { audit: 1 } });
  const { tables } = need({ ...usage, auditDays: 10 }, costs, sizes);
  expect(tables.audit).toBeCloseTo(usage.users * 10);
});

test("the first limit is the one that is exceeded most", () => {
  const audited = costing({ refresh: { audit: 1 } });
  expect(need(usage, audited, { ...sizes, audit: 1e6 }).first).toBe("auth.audit_log_entries");
  expect(need(usage, costing({ insert: { wal: 1e9 } }), sizes).first).toBe("log");
});
