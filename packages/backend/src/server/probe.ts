import { setTimeout as sleep } from "node:timers/promises";
import type { Metrics } from "../monitoring/metrics.ts";

/** Reports the health and the metrics of this process. */
export interface Probe {
  /** Returns the reasons why requests would fail; empty if the process is ready. */
  failures(): Promise<readonly string[]>;
  readonly metrics: Metrics;
  /** Sets the readiness checks, or marks the process as stopping. */
  setChecks(checks: Checks | "stopping"): void;
}

/** The readiness checks by name. `/ready` responds with the names of those that fail. */
export type Checks = Readonly<Record<string, () => Promise<unknown>>>;

/** A check that takes longer counts as failed. */
const checkTimeoutMs = 2_000;

/** Starts to collect the metrics of this process. */
export async function createProbe(): Promise<Probe> {
  // Load the module only when monitoring is configured.
  const { createMetrics } = await import("../monitoring/metrics.ts");
  const metrics = createMetrics();
  let checks: Checks | "starting" | "stopping" = "starting";
  return {
    metrics,
    failures: async () => {
      if (typeof checks === "string") return [checks];
      const timeout = sleep(checkTimeoutMs, undefined, { ref: false });
      const failedNames = Object.entries(checks).map(async ([name, check]) => {
        const hasPassed = await Promise.race([check().then(() => true), timeout]).catch(
          () => false,
        );
        return hasPassed ? [] : [name];
      });
      return (await Promise.all(failedNames)).flat();
    },
    setChecks: (newChecks) => {
      checks = newChecks;
    },
  };
}
