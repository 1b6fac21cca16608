import { setTimeout as sleep } from "node:timers/promises";
import type { Log } from "../log/log.ts";
import type { MetricsSnapshot } from "../monitoring/metrics.ts";
import { StartFailure } from "./start-failure.ts";
import type { QueryKind, ServeCommand } from "./worker-messages.ts";
import { startWorkerProcess, type WorkerProcess } from "./worker-process.ts";

/** A worker that exits sooner than this after it started is restarted only after a pause. */
const stableAfterMs = 10_000;

/** The pause doubles with each failure. */
const initialPauseMs = 250;
const maxPauseMs = 15_000;

/** If a worker fails to start this many times, the server ends, unless another worker serves. */
const maxFailures = 6;

/** The maximum time that a restart waits for a replaced worker to end before it replaces the next one. */
const leaveTimeoutMs = 15_000;

/** The maximum time for workers to stop before they are killed. */
const stopTimeoutMs = 8_500;

/** The options that all workers share. */
export interface WorkerPoolOptions
  extends Pick<ServeCommand, "of" | "begun" | "port" | "monitoringOrigin" | "isInteractive"> {
  readonly log: Log;
  /** Called if no worker can be started. */
  giveUp(): void;
}

/** A slot for one worker process at a time. */
interface Slot {
  readonly number: number;
  worker: WorkerProcess | undefined;
  failures: number;
  /** The last start or stop of the slot's process. Each waits for the one before it. */
  lastTask: Promise<void>;
}

/** Keeps the requested number of worker processes running. */
export class WorkerPool {
  /** The number of workers that have ended unexpectedly. */
  replacedCount = 0;
  readonly #plan: WorkerPoolOptions;
  readonly #slots: readonly Slot[];
  /** The workers in the slots, and those that are leaving. */
  readonly #workers = new Set<WorkerProcess>();
  readonly #onWorkerEnded: (snapshot: MetricsSnapshot) => Promise<void>;
  #isStopping = false;
  #restart: Promise<void> | undefined;
  #isRestartPending = false;

  /**
   * Creates the slots, without workers.
   *
   * @param onWorkerEnded called with the last metrics of an ended worker
   */
  constructor(
    plan: WorkerPoolOptions,
    onWorkerEnded: (snapshot: MetricsSnapshot) => Promise<void>,
  ) {
    this.#plan = plan;
    this.#onWorkerEnded = onWorkerEnded;
    this.#slots = Array.from({ length: plan.of }, (_, index) => ({
      number: index + 1,
      worker: undefined,
      failures: 0,
      lastTask: Promise.resolve(),
    }));
  }

  get serving(): readonly WorkerProcess[] {
    return this.#slots.flatMap(({ worker }) => worker ?? []);
  }

  /**
   * Starts the first worker, which applies the migrations, and then the others.
   *
   * @returns the first worker
   * @throws {StartFailure}
   */
  async start(): Promise<WorkerProcess> {
    const [first, ...rest] = this.#slots;
    if (!first) throw new RangeError("at least one worker is required");
    const worker = await this.#startWorker(first, true);
    await Promise.all(rest.map((slot) => this.#startWorker(slot, false)));
    return worker;
  }

  /**
   * Replaces each worker with a new one, which reads the project folder again and serves before the old worker leaves.
   * If a new worker cannot start, the old ones continue.
   */
  restart(): Promise<void> {
    this.#isRestartPending = true;
    this.#restart ??= (async () => {
      while (this.#isRestartPending && !this.#isStopping) {
        // Wait for repetitions: the terminal and the programs in between may each send the signal.
        await sleep(initialPauseMs);
        this.#isRestartPending = false;
        await this.#replaceAll();
      }
    })().finally(() => {
      this.#restart = undefined;
    });
    return this.#restart;
  }

  /** Queries all serving workers. Omits those that do not reply in time. */
  async query(kind: QueryKind): Promise<readonly unknown[]> {
    const answers = await Promise.all(this.serving.map((worker) => worker.query(kind)));
    return answers.filter((answer) => answer !== undefined);
  }

  async close(): Promise<void> {
    this.#isStopping = true;
    const workers = [...this.#workers];
    for (const { stop } of workers) stop();
    const timer = setTimeout(() => {
      for (const { kill } of workers) kill();
    }, stopTimeoutMs);
    await Promise.all(workers.map(({ ended }) => ended));
    clearTimeout(timer);
  }

  async #replaceAll(): Promise<void> {
    const { log, of } = this.#plan;
    for (const slot of this.#slots) {
      if (this.#isStopping) return;
      const oldWorker = slot.worker;
      try {
        await this.#enqueue(slot, async () => {
          const isFirst = slot.number === 1;
          const { warnings } = await this.#startWorker(slot, isFirst);
          for (const warning of isFirst ? warnings : []) log.warn({}, warning);
        });
      } catch (err) {
        log.error(
          { err: logReason(err) },
          "a new worker could not be started: the restart ends, and the others continue",
        );
        return;
      }
      oldWorker?.leave();
      if (oldWorker)
        await Promise.race([oldWorker.ended, sleep(leaveTimeoutMs, undefined, { ref: false })]);
    }
    log.info({ workers: of }, "all workers were replaced");
  }

  #enqueue(slot: Slot, task: () => Promise<void>): Promise<void> {
    const taskDone = slot.lastTask.then(task);
    slot.lastTask = taskDone.catch(() => {});
    return taskDone;
  }

  /** Starts a worker in a slot. */
  async #startWorker(slot: Slot, printsProgress: boolean): Promise<WorkerProcess> {
    const { log, giveUp, ...serveOptions } = this.#plan;
    const { number } = slot;
    const worker = await startWorkerProcess({
      command: "serve",
      number,
      printsProgress,
      ...serveOptions,
    });
    slot.worker = worker;
    this.#workers.add(worker);
    void worker.ended.then(async ({ snapshot, exitReason }) => {
      this.#workers.delete(worker);
      if (snapshot) await this.#onWorkerEnded(snapshot);
      if (slot.worker !== worker || this.#isStopping) return;
      slot.worker = undefined;
      this.replacedCount++;
      log.error({ err: exitReason }, `worker ${number} ended and is replaced`);
      if (performance.now() - worker.servingSince > stableAfterMs) slot.failures = 0;
      else slot.failures++;
      await this.#enqueue(slot, () => this.#restartWorker(slot));
    });
    if (this.#isStopping) worker.stop();
    return worker;
  }

  async #restartWorker(slot: Slot): Promise<void> {
    const { log, giveUp } = this.#plan;
    while (!slot.worker && !this.#isStopping) {
      const { failures } = slot;
      if (failures >= maxFailures && this.serving.length === 0) {
        log.error(
          { err: "every worker ended soon after its start" },
          "the server stops because none of its workers can be started",
        );
        return giveUp();
      }
      if (failures > 0) await sleep(Math.min(initialPauseMs * 2 ** (failures - 1), maxPauseMs));
      if (this.#isStopping) return;
      await this.#startWorker(slot, false).catch((err: unknown) => {
        slot.failures++;
        log.error({ err: logReason(err) }, `worker ${slot.number} could not be started`);
      });
    }
  }
}

/** Returns the reason for the log. A worker's own message needs no stack trace. */
const logReason = (error: unknown) => (error instanceof StartFailure ? error.message : error);
