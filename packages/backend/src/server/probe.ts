import { setTimeout as sleep } from "node:timers/promises";
import type { Metrics } from "../monitoring/metrics.ts";

/** The state of this process. */
export interface Probe {
  /** The reasons why requests would not be answered; none when they would. */
  failures(): Promise<readonly string[]>;
  readonly metrics: Metrics;
  /** Sets the checks that tell from now on if requests would be answered, or the reason why they would not. */
  setChecks(checks: Checks | "stopping"): void;
}

/** By the word that `/ready` says when a check fails. */
export type Checks = Readonly<Record<string, () => Promise<unknown>>>;

/** In milliseconds: when a check that has not ended counts as failed. */
const longestCheck = 2_000;

/** Begins to count what this process does. */
export async function createProbe(): Promise<Probe> {
  // Loaded only where it is asked for.
  const { createMetrics } = await import("../monitoring/metrics.ts");
  const metrics = createMetrics();
  let checks: Checks | "starting" | "stopping" = "starting";
  return {
    metrics,
    failures: async () => {
      if (typeof checks === "string") return [checks];
      const timeout = sleep(longestCheck, undefined, { ref: false });
      const failed = Object.entries(checks).map(async ([name, check]) => {
        const isTimely = await Promise.race([check().then(() => true), timeout]).catch(() => false);
        return isTimely ? [] : [name];
      });
      return (await Promise.all(failed)).flat();
    },
    setChecks: (given) => {
      checks = given;
    },
  };
}
