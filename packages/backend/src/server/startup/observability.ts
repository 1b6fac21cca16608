import type { MonitoringAddress } from "../../config/environment/settings.ts";
import type { Tracing } from "../../monitoring/tracing.ts";
import type { CleanupStack } from "../cleanup-stack.ts";
import type { ServerOptions } from "../options.ts";
import { openMonitoringPort } from "../ports/monitoring-port.ts";
import { createProbe, type Probe } from "../probe.ts";
import { openTracing } from "../tracing.ts";

/** The monitoring and tracing of the process. */
export interface Observability {
  readonly probe: Pick<Probe, "metrics" | "setChecks"> | undefined;
  readonly tracing: Tracing | undefined;
  /** The origin of `/live`, `/ready` and `/metrics`; undefined without `PORTICO_ADMIN_PORT`. */
  readonly monitoringOrigin: string | undefined;
  readonly warnings: readonly string[];
}

/** Opens the port for monitoring and the trace exporter, if the environment configures them. */
export async function openObservability(
  { worker, env, log }: Pick<ServerOptions, "worker" | "env" | "log">,
  address: MonitoringAddress | undefined,
  cleanup: CleanupStack,
): Promise<Observability> {
  const { tracing, warnings } = await openTracing(env, log);
  if (tracing) cleanup.push(() => tracing.close());
  // The process that starts the workers opens one port for all of them.
  if (worker || !address) {
    return { probe: worker?.probe, tracing, monitoringOrigin: undefined, warnings };
  }
  const probe = await createProbe();
  const port = await openMonitoringPort(address, { ...probe.metrics, failures: probe.failures });
  cleanup.push(() => port.close());
  return { probe, tracing, monitoringOrigin: port.origin, warnings };
}
