import { setTimeout as sleep } from "node:timers/promises";
import { Hono } from "hono";
import type { MonitoringAddress } from "../config/environment/monitoring.ts";
import { isLocalHost, onlyForHosts } from "../http/host.ts";
import { type Listening, listen } from "../http/listening.ts";
import { drainUnreadBody } from "../http/unread-body.ts";
import type { Metrics } from "../monitoring/metrics.ts";
import { listenerFor } from "./listener.ts";

/** The state of what is watched. */
export interface Watched {
  /** The reasons why requests would not be answered; none when they would. */
  failures(): Promise<readonly string[]>;
  /** Called with each reason that was told. */
  notReady(reason: string): void;
  readonly contentType: string;
  /** The figures. */
  text(): Promise<string>;
}

/** The state of this process. */
export interface Probe extends Pick<Watched, "failures"> {
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

/**
 * Serves `/live`, `/ready` and `/metrics` on a port of their own
 * (https://docs.postgrest.org/en/v14/references/admin_server.html).
 *
 * @throws the operating system's error when the port is not available
 */
export function openMonitoringPort(
  address: MonitoringAddress,
  watched: Watched,
): Promise<Listening> {
  const app = new Hono();
  app.use(drainUnreadBody());
  if (isLocalHost(address.host)) app.use(onlyForHosts([]));
  app.get("/live", (c) => c.body(null, 200));
  app.get("/ready", async (c) => {
    const reasons = await watched.failures();
    if (reasons.length === 0) return c.body(null, 200);
    for (const reason of reasons) watched.notReady(reason);
    return c.text(`${reasons.join("\n")}\n`, 503);
  });
  app.get("/metrics", async (c) =>
    c.body(await watched.text(), 200, { "content-type": watched.contentType }),
  );
  return listen(address, listenerFor(app));
}
