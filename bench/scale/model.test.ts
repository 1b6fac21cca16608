import { expect, test } from "vitest";
import {
  type Cost,
  plannedLimits,
  type RequestKind,
  type RowBytes,
  requestKinds,
  resourcesFor,
  typicalUsage,
} from "./model.ts";

const noCost: Cost = { serverMs: 0, hashingMs: 0, postgresMs: 0, walBytes: 0, auditRows: 0 };
const rowBytes: RowBytes = { user: 1, session: 1, audit: 1, row: 0, object: 0 };
const costsWith = (costs: Partial<Record<RequestKind, Partial<Cost>>>) =>
  Object.fromEntries(requestKinds.map((kind) => [kind, { ...noCost, ...costs[kind] }])) as Record<
    RequestKind,
    Cost
  >;
/** With these numbers, the users cause one refresh per second. */
const usage = { ...typicalUsage, users: 86_400, dailyActiveShare: 1, peakFactor: 1 };

test("a request that takes a millisecond of PostgreSQL needs one core at a thousand requests a second", () => {
  const { requests, postgresCores } = resourcesFor(
    { ...usage, users: usage.users * 1000 },
    costsWith({ refresh: { postgresMs: 1 } }),
    rowBytes,
    { ...plannedLimits, coreShare: 1 },
  );
  expect(postgresCores).toBeCloseTo(1);
  expect(requests).toBeCloseTo(1000 * Object.values(typicalUsage.perHour).reduce((a, b) => a + b));
});

test("hashing needs more cores, but not more processes", () => {
  const costs = costsWith({ "sign-in": { serverMs: 1_000_000, hashingMs: 1_000_000 } });
  const { hashingCores, serverCores, processes } = resourcesFor(usage, costs, rowBytes);
  expect(hashingCores).toBeCloseTo((0.05 * 1000) / plannedLimits.coreShare);
  expect(serverCores).toBe(hashingCores);
  expect(processes).toBe(1);
});

test("the audit log has the rows of its retention period", () => {
  const costs = costsWith({ refresh: { auditRows: 1 } });
  const { tableBytes } = resourcesFor({ ...usage, auditDays: 10 }, costs, rowBytes);
  expect(tableBytes.audit).toBeCloseTo(usage.users * 10);
});

test("the first limit is the one with the largest used share", () => {
  const auditCosts = costsWith({ refresh: { auditRows: 1 } });
  expect(resourcesFor(usage, auditCosts, { ...rowBytes, audit: 1e6 }).firstLimit).toBe(
    "auth.audit_log_entries",
  );
  expect(resourcesFor(usage, costsWith({ insert: { walBytes: 1e9 } }), rowBytes).firstLimit).toBe(
    "log",
  );
});
