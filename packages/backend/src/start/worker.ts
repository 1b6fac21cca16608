import { setTimeout as sleep } from "node:timers/promises";
import type { Log } from "../log/log.ts";
import { createProbe, type Probe } from "../server/probe.ts";
import type { RunningServer } from "../server/server.ts";
import { explain } from "./explain.ts";
import type { Order, Report, Serve } from "./orders.ts";
import { stopOn } from "./stopping.ts";

/** In milliseconds: the longest that one which leaves answers those who are there: a large file may be on its way. */
const longestLeave = 5 * 60_000;

/** The server of a worker, when it answers. */
export interface Begun {
  readonly server: RunningServer;
  readonly log: Log;
  readonly greeting: string;
}

/**
 * Serves as one of several processes, as the one that started it orders. When that one is gone this one ends
 * at once, which node:cluster sees to.
 */
export async function work(
  begin: (place: Serve, probe: Probe | undefined) => Promise<Begun>,
): Promise<void> {
  // A terminal sends these to all processes. The first process decides.
  for (const signal of ["SIGINT", "SIGHUP"]) process.on(signal, () => {});
  const first = Promise.withResolvers<Serve>();
  process.once("message", (order: Serve) => first.resolve(order));
  await report({ report: "here" });
  const place = await first.promise;
  const probe = place.monitoringOrigin === undefined ? undefined : await createProbe();
  let begun: Begun;
  try {
    begun = await begin(place, probe);
  } catch (error) {
    const told = error instanceof Error ? (error.stack ?? error.message) : String(error);
    await report({ report: "failed", sentence: explain(error) ?? told });
    process.exit(1);
  }
  const { server, log, greeting } = begun;
  const close = async () => {
    await server.close();
    if (probe) await report({ report: "ending", figures: await probe.metrics.figures() });
  };
  const stop = stopOn([], { close }, log);
  let isLeaving = false;
  const leave = async () => {
    if (isLeaving) return;
    isLeaving = true;
    await Promise.race([server.leave(), sleep(longestLeave)]);
    // A connection may be on its way here until the first process knows.
    await report({ report: "left" });
  };
  // Somebody wants another process in place of this one. If all are to stop, the order follows.
  process.on("SIGTERM", leave);
  process.on("message", async (order: Order) => {
    if (order.order === "stop") return stop(0);
    if (order.order === "leave") return leave();
    if (order.order !== "tell" || !probe) return;
    const { id, what } = order;
    const answer = await (what === "failures" ? probe.failures() : probe.metrics.figures());
    await report({ report: "told", id, answer });
  });
  await report({ report: "serving", greeting, warnings: server.warnings });
}

/** Settled when it has been sent, or cannot be. */
function report(message: Report): Promise<void> {
  return new Promise((resolve) => {
    if (!process.connected) resolve();
    else process.send?.(message, undefined, undefined, () => resolve());
  });
}
