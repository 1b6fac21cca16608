import { closeSync, openSync } from "node:fs";
import { createServer } from "node:net";
import { isatty } from "node:tty";
import { onDisk } from "../config/disk.ts";
import { readEnvironment } from "../config/environment/environment.ts";
import { type MonitoringAddress, readMonitoringAddress } from "../config/environment/settings.ts";
import { loadConfig } from "../config/load.ts";
import { type Listening, originOf } from "../http/listening/listen.ts";
import type { Log } from "../log/log.ts";
import type { MetricsSnapshot } from "../monitoring/metrics.ts";
import type { ServerOptions } from "../server/options.ts";
import { registerRunningServer } from "./register.ts";
import { stopOnSignals } from "./stopping.ts";
import { WorkerPool } from "./worker-pool.ts";
import { prepareWorkerProcesses } from "./worker-process.ts";

/** The options of the first process. The workers read all other options from the command line. */
export interface WorkersOptions
  extends Pick<ServerOptions, "project" | "host" | "port" | "env" | "storage"> {
  readonly workers: number;
  readonly log: Log;
  /** Whether a person sees the log. */
  readonly isInteractive: boolean;
  print(text: string): void;
  /** Reports that the server is ready. */
  announceReady(greeting: string): void;
}

/**
 * Serves with several processes (docs/decisions/0041). This process distributes the connections and keeps the workers
 * running. It only answers requests on the port for monitoring itself.
 *
 * @throws {ConfigError} {StartFailure}, or the operating system's error when a port is not available
 */
export async function startWorkers(options: WorkersOptions): Promise<void> {
  const { project, host, env, log, print, announceReady, isInteractive } = options;
  const folder = onDisk(project);
  const { config } = await loadConfig({ folder, env });
  const address = readMonitoringAddress(await readEnvironment(folder, env));
  const port = await claimPort(host, options.port ?? config.api.port);

  const monitoredWorkers: { workers?: WorkerPool } = {};
  const monitoring = address && (await openMonitoring(address, monitoredWorkers));
  prepareWorkerProcesses();
  let stop = async (code: number): Promise<void> => process.exit(code);
  const workerPlan = {
    of: options.workers,
    begun: Date.now(),
    port,
    isInteractive,
    log,
    monitoringOrigin: monitoring?.origin,
    giveUp: () => void stop(1),
  };
  const workers = new WorkerPool(workerPlan, monitoring?.keepSnapshot ?? (async () => {}));
  monitoredWorkers.workers = workers;
  const { greeting, warnings } = await workers.start();
  for (const warning of warnings) print(`Note: ${warning}\n`);
  announceReady(greeting);
  const origin = originOf({ host, port, isSecure: config.api.tls.enabled });
  const unregister = await registerRunningServer({ origin, databaseUrl: undefined }, options);

  const closeAll = async () => {
    await workers.close();
    await monitoring?.close();
    await unregister();
  };
  stop = stopOnSignals(["SIGINT", "SIGTERM"], { close: closeAll }, log, () =>
    print("\nStopping…\n"),
  );
  const startedWithTerminal = hasTerminal();
  process.on("SIGHUP", () => {
    // A terminal that closes also sends SIGHUP, so stop in that case.
    if (startedWithTerminal && !hasTerminal()) void stop(0);
    else void workers.restart();
  });
}

/** Opens one port for the metrics and the readiness of all workers. */
async function openMonitoring(
  address: MonitoringAddress,
  monitoredWorkers: { readonly workers?: WorkerPool },
): Promise<Listening & { keepSnapshot(snapshot: MetricsSnapshot): Promise<void> }> {
  // Import these modules only if monitoring is configured.
  const { AggregatedMetrics } = await import("../monitoring/aggregated-metrics.ts");
  const { openMonitoringPort } = await import("../server/ports/monitoring-port.ts");
  const aggregated = new AggregatedMetrics();
  const port = await openMonitoringPort(address, {
    // One ready worker is enough, because only ready workers receive connections. During a restart, at least one is
    // ready.
    failures: async () => {
      const replies = ((await monitoredWorkers.workers?.query("failures")) ??
        []) as readonly string[][];
      if (replies.length === 0) return ["starting"];
      return replies.some((reasons) => reasons.length === 0) ? [] : [...new Set(replies.flat())];
    },
    notReady: (reason) => aggregated.notReady(reason),
    contentType: aggregated.contentType,
    text: async () => {
      const { workers } = monitoredWorkers;
      const replies = ((await workers?.query("metrics")) ?? []) as readonly MetricsSnapshot[];
      const { serving, replacedCount } = workers ?? { serving: [], replacedCount: 0 };
      return aggregated.text(replies, { serving: serving.length, replaced: replacedCount });
    },
  });
  return { ...port, keepSnapshot: (snapshot) => aggregated.keep(snapshot) };
}

/**
 * Checks that a port is available before a worker is started.
 *
 * @returns the port's number; for port 0 a free one, because all workers need the same port
 * @throws the operating system's error if the port is not available
 */
async function claimPort(host: string, port: number): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(port, host, resolve);
  });
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" && address ? address.port : port;
}

function hasTerminal(): boolean {
  try {
    const file = openSync("/dev/tty", "r");
    const isTerminal = isatty(file);
    closeSync(file);
    return isTerminal;
  } catch {
    return false;
  }
}
