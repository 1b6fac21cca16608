import { setTimeout as sleep } from "node:timers/promises";
import type { Log } from "../log/log.ts";
import { createProbe, type Probe } from "../server/probe.ts";
import type { RunningServer } from "../server/server.ts";
import { explainFailure } from "./explain.ts";
import { stopOnSignals } from "./stopping.ts";
import type { ServeCommand, WorkerCommand, WorkerReport } from "./worker-messages.ts";

/** The maximum time for a replaced worker to serve its last clients, for example to transfer a large file. */
const leaveTimeoutMs = 5 * 60_000;

/** The running server of a worker. */
export interface StartedServer {
  readonly server: RunningServer;
  readonly log: Log;
  readonly greeting: string;
}

/**
 * Serves as one of several processes, and handles the commands of the first process. If the first process ends,
 * node:cluster ends this one as well.
 */
export async function runWorker(
  startServer: (serveCommand: ServeCommand, probe: Probe | undefined) => Promise<StartedServer>,
): Promise<void> {
  // Ignore these signals. A terminal sends them to all processes, but the first process decides what happens.
  for (const signal of ["SIGINT", "SIGHUP"]) process.on(signal, () => {});
  const firstCommand = Promise.withResolvers<ServeCommand>();
  process.once("message", (command: ServeCommand) => firstCommand.resolve(command));
  await send({ report: "started" });
  const serveCommand = await firstCommand.promise;
  const probe = serveCommand.monitoringOrigin === undefined ? undefined : await createProbe();
  let started: StartedServer;
  try {
    started = await startServer(serveCommand, probe);
  } catch (error) {
    const details = error instanceof Error ? (error.stack ?? error.message) : String(error);
    await send({ report: "failed", message: explainFailure(error) ?? details });
    process.exit(1);
  }
  const { server, log, greeting } = started;
  const close = async () => {
    await server.close();
    if (probe) await send({ report: "ending", snapshot: await probe.metrics.snapshot() });
  };
  const stop = stopOnSignals([], { close }, log);
  let isLeaving = false;
  const leave = async () => {
    if (isLeaving) return;
    isLeaving = true;
    await Promise.race([server.leave(), sleep(leaveTimeoutMs)]);
    // The first process may hand over more connections until it receives this report.
    await send({ report: "left" });
  };
  // SIGTERM to a single worker requests its replacement. If all workers have to stop, they receive the `stop` command.
  process.on("SIGTERM", leave);
  process.on("message", async (command: WorkerCommand) => {
    if (command.command === "stop") return stop(0);
    if (command.command === "leave") return leave();
    if (command.command !== "query" || !probe) return;
    const { id, kind } = command;
    const answer = await (kind === "failures" ? probe.failures() : probe.metrics.snapshot());
    await send({ report: "answer", id, answer });
  });
  await send({ report: "serving", greeting, warnings: server.warnings });
}

/** Resolves when the message was sent, or the first process has ended. */
function send(message: WorkerReport): Promise<void> {
  return new Promise((resolve) => {
    if (!process.connected) resolve();
    else process.send?.(message, undefined, undefined, () => resolve());
  });
}
