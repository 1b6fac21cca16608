import cluster, { type Worker } from "node:cluster";
import type { Figures } from "../monitoring/metrics.ts";
import type { Order, Question, Report, Serve } from "./orders.ts";
import { StartFailure } from "./start-failure.ts";
import { passLines } from "./whole-lines.ts";

/** In milliseconds: the longest that a worker's start may take. Migrations may take long. */
const longestStart = 15 * 60_000;

/** In milliseconds: one that does not answer a question in this time is busy or gone. */
const longestAnswer = 2_500;

/** A worker that serves, as the process that started it sees it. */
export interface Member {
  readonly pid: number | undefined;
  readonly greeting: string;
  readonly warnings: readonly string[];
  /** When it began to serve, by `performance.now()`. */
  readonly since: number;
  /** Settled when its process has ended, with what it has counted, and how it ended in words. */
  readonly ended: Promise<{ readonly figures: Figures | undefined; readonly how: string }>;
  /** Undefined when it does not answer in time. */
  ask(what: Question): Promise<unknown>;
  /** Has it end when those who are there have been answered. */
  leave(): void;
  /** Has it end in some seconds. */
  stop(): void;
  kill(): void;
}

/** Prepares this process to start others like it. */
export function prepareMembers(): void {
  // Their output comes through this process in whole lines. JSON has no NaN, which figures may be.
  cluster.setupPrimary({ silent: true, serialization: "advanced" });
}

/**
 * Starts a worker.
 *
 * @returns it, when it answers requests
 * @throws {StartFailure}
 */
export async function startMember(place: Serve): Promise<Member> {
  const worker = cluster.fork();
  const { stdout, stderr } = worker.process;
  if (stdout) passLines(stdout, process.stdout);
  if (stderr) passLines(stderr, process.stderr);
  const serving = Promise.withResolvers<Extract<Report, { report: "serving" }>>();
  const answers = new Map<number, (answer: unknown) => void>();
  let figures: Figures | undefined;
  worker.on("message", (message: Report) => {
    switch (message.report) {
      case "here":
        return send(worker, place);
      case "serving":
        return serving.resolve(message);
      case "failed":
        return serving.reject(new StartFailure(message.sentence));
      case "told":
        return answers.get(message.id)?.(message.answer);
      case "left":
        return send(worker, { order: "stop" });
      case "ending":
        figures = message.figures;
    }
  });
  worker.on("error", (error) => serving.reject(new StartFailure(error.message)));
  const ended = new Promise<{ figures: Figures | undefined; how: string }>((resolve) => {
    worker.once("exit", (code, signal) => {
      const how = signal ?? `code ${code}`;
      serving.reject(new StartFailure(`A worker ended before it served (${how}).`));
      resolve({ figures, how });
    });
  });
  const timer = setTimeout(() => {
    worker.process.kill("SIGKILL");
  }, longestStart);
  const { greeting, warnings } = await serving.promise.finally(() => clearTimeout(timer));
  let asked = 0;
  return {
    pid: worker.process.pid,
    greeting,
    warnings,
    since: performance.now(),
    ended,
    ask: async (what) => {
      const id = ++asked;
      const { promise, resolve } = Promise.withResolvers<unknown>();
      answers.set(id, resolve);
      const over = setTimeout(resolve, longestAnswer, undefined);
      void ended.then(() => resolve(undefined));
      send(worker, { order: "tell", what, id });
      return promise.finally(() => {
        clearTimeout(over);
        answers.delete(id);
      });
    },
    leave: () => send(worker, { order: "leave" }),
    stop: () => send(worker, { order: "stop" }),
    kill: () => void worker.process.kill("SIGKILL"),
  };
}

/** One that has ended hears nothing, and its end is noticed elsewhere. */
function send(worker: Worker, order: Order): void {
  if (worker.isConnected()) worker.process.send?.(order, () => {});
}
