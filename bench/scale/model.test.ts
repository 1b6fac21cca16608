import { expect, test } from "vitest";
import {
  type Cost,
  type Kind,
  kinds,
  prudentLimits,
  resourcesFor,
  type Sizes,
  usualUsage,
} from "./model.ts";

const noCost: Cost = { server: 0, hashing: 0, postgres: 0, wal: 0, audit: 0 };
const sizes: Sizes = { user: 1, session: 1, audit: 1, row: 0, object: 0 };
const costsWith = (costs: Partial<Record<Kind, Partial<Cost>>>) =>
  Object.fromEntries(kinds.map((kind) => [kind, { ...noCost, ...costs[kind] }])) as Record<
    Kind,
    Cost
  >;
/** The number of users that causes one refresh in the busiest second. */
const usage = { ...usualUsage, users: 86_400, dailyActive: 1, peak: 1 };

test("a millisecond of PostgreSQL per request is one core at a thousand requests a second", () => {
  const { requests, postgresCores } = resourcesFor(
    { ...usage, users: usage.users * 1000 },
    costsWith({ refresh: { postgres: 1 } }),
    sizes,
    { ...prudentLimits, load: 1 },
  );
  expect(postgresCores).toBeCloseTo(1);
  expect(requests).toBeCloseTo(1000 * Object.values(usualUsage.perHour).reduce((a, b) => a + b));
});

test("hashing takes cores but no processes", () => {
  const costs = costsWith({ "sign-in": { server: 1_000_000, hashing: 1_000_000 } });
  const { hashingCores, serverCores, processes } = resourcesFor(usage, costs, sizes);
  expect(hashingCores).toBeCloseTo((0.05 * 1000) / prudentLimits.load);
  expect(serverCores).toBe(hashingCores);
  expect(processes).toBe(1);
});

test("the audit log grows by what its days add", () => {
  const costs = costsWith({ refresh: { audit: 1 } });
  const { tables } = resourcesFor({ ...usage, auditDays: 10 }, costs, sizes);
  expect(tables.audit).toBeCloseTo(usage.users * 10);
});

test("the first limit is the one that is exceeded most", () => {
  const audited = costsWith({ refresh: { audit: 1 } });
  expect(resourcesFor(usage, audited, { ...sizes, audit: 1e6 }).firstLimit).toBe(
    "auth.audit_log_entries",
  );
  expect(resourcesFor(usage, costsWith({ insert: { wal: 1e9 } }), sizes).firstLimit).toBe("log");
});
