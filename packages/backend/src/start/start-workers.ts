import { closeSync, openSync } from "node:fs";
import { createServer } from "node:net";
import { isatty } from "node:tty";
import { onDisk } from "../config/disk.ts";
import { readEnvironment } from "../config/environment/environment.ts";
import { type MonitoringAddress, readMonitoringAddress } from "../config/environment/monitoring.ts";
import { loadConfig } from "../config/load.ts";
import type { Listening } from "../http/listening.ts";
import type { Log } from "../log/log.ts";
import type { Figures } from "../monitoring/metrics.ts";
import type { ServerOptions } from "../server/options.ts";
import { prepareMembers } from "./members.ts";
import { stopOn } from "./stopping.ts";
import { Workers } from "./workers.ts";

/** The options of the first process. The others read the rest. */
export interface Start extends Pick<ServerOptions, "project" | "host" | "port" | "env"> {
  readonly workers: number;
  readonly log: Log;
  /** True when a person sees the log. */
  readonly isWatched: boolean;
  say(text: string): void;
}

/**
 * Serves by several processes (docs/decisions/0041): this one hands the connections out and keeps the others
 * running; it answers no request itself, except at the port for monitoring.
 *
 * @throws {ConfigError} {StartFailure}, or the operating system's error when a port is not available
 */
export async function startWorkers(start: Start): Promise<void> {
  const { project, host, env, log, say, isWatched } = start;
  const folder = onDisk(project);
  const { config } = await loadConfig({ folder, env });
  const address = readMonitoringAddress(await readEnvironment(folder, env));
  const port = await freePort(host, start.port ?? config.api.port);

  const monitored: { workers?: Workers } = {};
  const monitoring = address && (await openMonitoring(address, monitored));
  prepareMembers();
  let stop = async (code: number): Promise<void> => process.exit(code);
  const plan = {
    ...{ of: start.workers, begun: Date.now(), port, isWatched, log },
    monitoringOrigin: monitoring?.origin,
    giveUp: () => void stop(1),
  };
  const workers = new Workers(plan, monitoring?.keep ?? (async () => {}));
  monitored.workers = workers;
  const { greeting, warnings } = await workers.start();
  for (const warning of warnings) say(`Note: ${warning}\n`);
  say(greeting);

  const close = async () => {
    await workers.close();
    await monitoring?.close();
  };
  stop = stopOn(["SIGINT", "SIGTERM"], { close }, log, () => say("\nStopping…\n"));
  const hadTerminal = hasTerminal();
  process.on("SIGHUP", () => {
    // A terminal that is closed sends it, too.
    if (hadTerminal && !hasTerminal()) void stop(0);
    else void workers.restart();
  });
}

/** The figures and the state of all workers, at one port. */
async function openMonitoring(
  address: MonitoringAddress,
  monitored: { readonly workers?: Workers },
): Promise<Listening & { keep(figures: Figures): Promise<void> }> {
  // Loaded only where it is asked for.
  const { AddedFigures } = await import("../monitoring/added-figures.ts");
  const { openMonitoringPort } = await import("../server/ports/monitoring-port.ts");
  const added = new AddedFigures();
  const port = await openMonitoringPort(address, {
    // A connection goes to one that serves. During a restart some do.
    failures: async () => {
      const each = ((await monitored.workers?.ask("failures")) ?? []) as readonly string[][];
      if (each.length === 0) return ["starting"];
      return each.some((reasons) => reasons.length === 0) ? [] : [...new Set(each.flat())];
    },
    notReady: (reason) => added.notReady(reason),
    contentType: added.contentType,
    text: async () => {
      const { workers } = monitored;
      const each = ((await workers?.ask("figures")) ?? []) as readonly Figures[];
      const { serving, replaced } = workers ?? { serving: [], replaced: 0 };
      return added.text(each, { serving: serving.length, replaced });
    },
  });
  return { ...port, keep: (figures) => added.keep(figures) };
}

/**
 * Tries a port before anything is started for it.
 *
 * @returns its number, when any was wanted: all workers need the same
 * @throws the operating system's error when it is not available
 */
async function freePort(host: string, wanted: number): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(wanted, host, resolve);
  });
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" && address ? address.port : wanted;
}

function hasTerminal(): boolean {
  try {
    const file = openSync("/dev/tty", "r");
    const is = isatty(file);
    closeSync(file);
    return is;
  } catch {
    return false;
  }
}
