import type { ProjectFunction } from "../project/project-functions.ts";
import {
  type DenoRuntime,
  type EndReason,
  type RunningFunction,
  startFunction,
} from "./deno-runtime.ts";

/**
 * The total size of bodies that a function's first worker accepts at a time. Parsed JSON takes up to thirty times its
 * length, and a worker that runs out of memory ends with all its requests.
 */
const maxBodyBytesPerWorker = 8 * 1024 * 1024;

/**
 * The part of {@link maxBodyBytesPerWorker} for one caller. Without this limit, a caller could block all other callers
 * by announcing bodies that it never sends.
 */
const maxBodyBytesPerCaller = maxBodyBytesPerWorker / 4;

/** The properties of a request that determine its worker. */
export interface ArrivingRequest {
  /** Identifies the caller whose bytes are counted. */
  readonly caller: string;
  /** Undefined if the caller has not announced the length. */
  readonly bodyBytes: number | undefined;
}

/** A request that a worker has accepted. */
export interface AcceptedRequest {
  readonly worker: RunningFunction;
  /** Must be called when the request has ended. */
  readonly end: () => void;
}

/** The state of a function's process. */
export interface WorkerState {
  /** The time of the last start in milliseconds since 1970, or null if no request has started the process. */
  readonly startedAt: number | null;
  readonly isRunning: boolean;
  /** The end of the last process that was not stopped on purpose. */
  readonly failure: { readonly at: number; readonly ending: Exclude<EndReason, "stopped"> } | null;
}

/**
 * The workers of the project's functions: one for each, and a second one for large bodies, so that callers who send
 * large bodies can only use up each other's memory.
 */
export class WorkerPool {
  readonly #closing = new AbortController();
  readonly #running = new Map<string, Promise<RunningFunction>>();
  readonly #states = new Map<string, WorkerState>();

  /**
   * Chooses the worker for a request, starts it if necessary, and counts the request. The count must follow the check
   * immediately; otherwise all requests that wait for the same start would pass the check.
   *
   * @throws {FunctionsError} if the worker does not start
   */
  async accept(
    projectFunction: ProjectFunction,
    denoRuntime: DenoRuntime,
    { caller, bodyBytes }: ArrivingRequest,
  ): Promise<AcceptedRequest> {
    if (bodyBytes !== undefined && bodyBytes <= maxBodyBytesPerCaller) {
      const worker = await this.#start(projectFunction, denoRuntime, projectFunction.name);
      const hasRoom =
        worker.bodyBytes() + bodyBytes <= maxBodyBytesPerWorker &&
        worker.bodyBytes(caller) + bodyBytes <= maxBodyBytesPerCaller;
      if (hasRoom) return { worker, end: worker.begin(bodyBytes, caller) };
    }
    const key = `${projectFunction.name} for large bodies`;
    const worker = await this.#start(projectFunction, denoRuntime, key);
    return { worker, end: worker.begin(bodyBytes ?? 0, caller) };
  }

  stateOf(name: string): WorkerState {
    return this.#states.get(name) ?? { startedAt: null, isRunning: false, failure: null };
  }

  #start(
    projectFunction: ProjectFunction,
    denoRuntime: DenoRuntime,
    key: string,
  ): Promise<RunningFunction> {
    const existing = this.#running.get(key);
    if (existing) return existing;
    const started = startFunction(projectFunction, denoRuntime, this.#closing.signal);
    this.#running.set(key, started);
    const { name } = projectFunction;
    const state = { startedAt: Date.now(), isRunning: true, failure: this.stateOf(name).failure };
    this.#states.set(name, state);
    const forget = (ending: EndReason) => {
      if (this.#running.get(key) === started) this.#running.delete(key);
      const failure = ending === "stopped" ? state.failure : { at: Date.now(), ending };
      // The function may have another process, which was started for large bodies or later.
      const isRunning = this.#running.has(name);
      this.#states.set(name, { ...this.stateOf(name), isRunning, failure });
    };
    started.then(
      ({ ended }) => ended.then(forget),
      () => forget(this.#closing.signal.aborted ? "stopped" : "failed"),
    );
    return started;
  }

  /** Stops each worker after its current requests. Later requests start new ones. */
  retire(): void {
    for (const started of this.#takeAll())
      started.then((worker) => worker.retire()).catch(() => {});
  }

  /** Stops all workers, and waits until they have ended. */
  async stop(): Promise<void> {
    this.#closing.abort();
    await Promise.allSettled(this.#takeAll().map(async (started) => (await started).ended));
  }

  #takeAll(): Promise<RunningFunction>[] {
    const all = [...this.#running.values()];
    this.#running.clear();
    return all;
  }
}
