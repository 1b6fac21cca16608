import { Hono } from "hono";
import { ConfigError } from "../../config/config-error.ts";
import type { MonitoringAddress } from "../../config/environment/monitoring.ts";
import { isLocalHost, onlyForHosts } from "../../http/host.ts";
import { listenerFor } from "../../http/listener.ts";
import { type Listening, listen } from "../../http/listening.ts";
import { drainUnreadBody } from "../../http/unread-body.ts";
import type { Probe } from "../probe.ts";

/** The state of what is watched. */
export interface Watched extends Pick<Probe, "failures"> {
  /** Called with each reason that was told. */
  notReady(reason: string): void;
  readonly contentType: string;
  /** The figures. */
  text(): Promise<string>;
}

/**
 * Serves `/live`, `/ready` and `/metrics` on a port of their own
 * (https://docs.postgrest.org/en/v14/references/admin_server.html).
 *
 * @throws {ConfigError} when the port is not available
 */
export async function openMonitoringPort(
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
  try {
    return await listen(address, listenerFor(app));
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    throw new ConfigError([
      `PORTICO_ADMIN_PORT and PORTICO_ADMIN_HOST name a place where this process cannot listen (${error.message}).`,
    ]);
  }
}
