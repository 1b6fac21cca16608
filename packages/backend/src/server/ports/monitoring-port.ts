import { Hono } from "hono";
import { ConfigError } from "../../config/config-error.ts";
import type { MonitoringAddress } from "../../config/environment/settings.ts";
import { drainUnreadBody } from "../../http/body/unread-body.ts";
import { listenerFor } from "../../http/listening/app-listeners.ts";
import { type Listening, listen } from "../../http/listening/listen.ts";
import { isLocalHost, onlyForHosts } from "../../http/protection/host.ts";
import type { Probe } from "../probe.ts";

/** The state and metrics that the port reports. */
export interface MonitoringSource extends Pick<Probe, "failures"> {
  /** Called with each reason why `/ready` has reported a failure. */
  notReady(reason: string): void;
  readonly contentType: string;
  /** Returns the metrics in the format of {@link contentType}. */
  text(): Promise<string>;
}

/**
 * Serves `/live`, `/ready` and `/metrics` on a separate port
 * (https://docs.postgrest.org/en/v14/references/admin_server.html).
 *
 * @throws {ConfigError} when the port is not available
 */
export async function openMonitoringPort(
  address: MonitoringAddress,
  source: MonitoringSource,
): Promise<Listening> {
  const app = new Hono();
  app.use(drainUnreadBody());
  if (isLocalHost(address.host)) app.use(onlyForHosts([]));
  app.get("/live", (c) => c.body(null, 200));
  app.get("/ready", async (c) => {
    const reasons = await source.failures();
    if (reasons.length === 0) return c.body(null, 200);
    for (const reason of reasons) source.notReady(reason);
    return c.text(`${reasons.join("\n")}\n`, 503);
  });
  app.get("/metrics", async (c) =>
    c.body(await source.text(), 200, { "content-type": source.contentType }),
  );
  try {
    return await listen(address, listenerFor(app));
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    throw new ConfigError([
      `This process cannot listen on PORTICO_ADMIN_PORT and PORTICO_ADMIN_HOST (${error.message}).`,
    ]);
  }
}
