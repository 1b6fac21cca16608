import { setTimeout as sleep } from "node:timers/promises";
import type { Log } from "../log/log.ts";
import { createProbe, type Probe } from "../server/probe.ts";
import type { RunningServer } from "../server/server.ts";
import { explain } from "./explain.ts";
import type { Order, Report, ServeOrder } from "./orders.ts";
import { stopOn } from "./stopping.ts";

/** How long a replaced worker may serve its last clients, for example to transfer a large file. */
const leaveTimeoutMs = 5 * 60_000;

/** The running server of a worker. */
export interface StartedServer {
  readonly server: RunningServer;
  readonly log: Log;
  readonly greeting: string;
}

/**
 * Serves as one of several processes, and follows the orders of the first process. If the first process ends,
 * node:cluster ends this one as well.
 */
export async function runWorker(
  startServer: (serveOrder: ServeOrder, probe: Probe | undefined) => Promise<StartedServer>,
): Promise<void> {
  // A terminal sends these signals to all processes, but the first process decides what happens.
  for (const signal of ["SIGINT", "SIGHUP"]) process.on(signal, () => {});
  const firstOrder = Promise.withResolvers<ServeOrder>();
  process.once("message", (order: ServeOrder) => firstOrder.resolve(order));
  await send({ report: "started" });
  const serveOrder = await firstOrder.promise;
  const probe = serveOrder.monitoringOrigin === undefined ? undefined : await createProbe();
  let started: StartedServer;
  try {
    started = await startServer(serveOrder, probe);
  } catch (error) {
    const details = error instanceof Error ? (error.stack ?? error.message) : String(error);
    await send({ report: "failed", message: explain(error) ?? details });
    process.exit(1);
  }
  const { server, log, greeting } = started;
  const close = async () => {
    await server.close();
    if (probe) await send({ report: "ending", figures: await probe.metrics.figures() });
  };
  const stop = stopOn([], { close }, log);
  let isLeaving = false;
  const leave = async () => {
    if (isLeaving) return;
    isLeaving = true;
    await Promise.race([server.leave(), sleep(leaveTimeoutMs)]);
    // Until it receives this, the first process may hand over more connections.
    await send({ report: "left" });
  };
  // SIGTERM to a single worker requests its replacement. If all are to stop, the stop order follows.
  process.on("SIGTERM", leave);
  process.on("message", async (order: Order) => {
    if (order.order === "stop") return stop(0);
    if (order.order === "leave") return leave();
    if (order.order !== "query" || !probe) return;
    const { id, kind } = order;
    const answer = await (kind === "failures" ? probe.failures() : probe.metrics.figures());
    await send({ report: "answer", id, answer });
  });
  await send({ report: "serving", greeting, warnings: server.warnings });
}

/** Resolves when the message was sent, or the first process has ended. */
function send(message: Report): Promise<void> {
  return new Promise((resolve) => {
    if (!process.connected) resolve();
    else process.send?.(message, undefined, undefined, () => resolve());
  });
}
