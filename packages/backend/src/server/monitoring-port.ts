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
  /** Called to see whether requests would be answered. Until it is given, they would not. */
  setCheck(check: (() => Promise<unknown>) | undefined): void;
}

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
  let check: (() => Promise<unknown>) | undefined;
  const isReady = async () => {
    if (!check) return false;
    const timeout = sleep(longestCheck, false, { ref: false });
    const passes = check().then(
      () => true,
      () => false,
    );
    return Promise.race([passes, timeout]);
  };
  const app = new Hono();
  app.use(drainUnreadBody());
  if (isLocalHost(address.host)) app.use(onlyForHosts(["localhost", "127.0.0.1", "::1"]));
  app.get("/live", (c) => c.body(null, 200));
  app.get("/ready", async (c) => c.body(null, (await isReady()) ? 200 : 503));
  app.get("/metrics", async (c) =>
    c.body(await metrics.text(), 200, { "content-type": metrics.contentType }),
  );
  const { origin, close } = await listen(address, listenerFor(app));
  return {
    origin,
    close,
    metrics,
    setCheck: (given) => {
      check = given;
    },
  };
}
