import { setTimeout as sleep } from "node:timers/promises";
import { Hono } from "hono";
import type { MonitoringAddress } from "../config/environment/monitoring.ts";
import { isLocalHost, onlyForHosts } from "../http/host.ts";
import { type Listening, listen } from "../http/listening.ts";
import { drainUnreadBody } from "../http/unread-body.ts";
import type { Metrics } from "../monitoring/metrics.ts";
import { listenerFor } from "./listener.ts";

/** A port of its own for probes and figures, as PostgREST's admin server has. */
export interface MonitoringPort extends Pick<Listening, "origin" | "close"> {
  readonly metrics: Metrics;
  /** What is asked from now on to see if requests would be answered, or the reason why they would not. */
  setChecks(checks: Checks | "stopping"): void;
}

/** By the word that `/ready` says when a check fails. */
export type Checks = Readonly<Record<string, () => Promise<unknown>>>;

/** In milliseconds: when a check that has not ended counts as failed. */
const longestCheck = 2_000;

/**
 * Serves `/live`, `/ready` and `/metrics` (https://docs.postgrest.org/en/v14/references/admin_server.html).
 *
 * @throws the operating system's error when the port is not available
 */
export async function openMonitoringPort(address: MonitoringAddress): Promise<MonitoringPort> {
  // Loaded only where it is asked for.
  const { createMetrics } = await import("../monitoring/metrics.ts");
  const metrics = createMetrics();
  let checks: Checks | "starting" | "stopping" = "starting";
  const failures = async () => {
    if (typeof checks === "string") return [checks];
    const timeout = sleep(longestCheck, undefined, { ref: false });
    const failed = Object.entries(checks).map(async ([name, check]) => {
      const isTimely = await Promise.race([check().then(() => true), timeout]).catch(() => false);
      return isTimely ? [] : [name];
    });
    return (await Promise.all(failed)).flat();
  };
  const app = new Hono();
  app.use(drainUnreadBody());
  if (isLocalHost(address.host)) app.use(onlyForHosts([]));
  app.get("/live", (c) => c.body(null, 200));
  app.get("/ready", async (c) => {
    const reasons = await failures();
    if (reasons.length === 0) return c.body(null, 200);
    for (const reason of reasons) metrics.notReady(reason);
    return c.text(`${reasons.join("\n")}\n`, 503);
  });
  app.get("/metrics", async (c) =>
    c.body(await metrics.text(), 200, { "content-type": metrics.contentType }),
  );
  const { origin, close } = await listen(address, listenerFor(app));
  return {
    origin,
    close,
    metrics,
    setChecks: (given) => {
      checks = given;
    },
  };
}
