import { type DenoRuntime, type RunningFunction, startFunction } from "./deno-runtime.ts";
import type { ProjectFunction } from "./project-functions.ts";

/**
 * The total size of bodies that a function's first worker accepts at a time. Parsed JSON takes up to thirty times its
 * length, and a worker that runs out of memory ends with all its requests.
 */
const maxBodyBytesPerWorker = 8 * 1024 * 1024;

/**
 * The workers of the project's functions: one for each, and a second one for large bodies, so that callers who send
 * large bodies can only use up each other's memory.
 */
export class Workers {
  readonly #closing = new AbortController();
  readonly #running = new Map<string, Promise<RunningFunction>>();

  /**
   * Returns the worker for a request, and starts it if necessary.
   *
   * @param bodyBytes undefined if the caller has not announced the length
   * @throws {FunctionsError} if it does not start
   */
  async for(
    projectFunction: ProjectFunction,
    denoRuntime: DenoRuntime,
    bodyBytes: number | undefined,
  ): Promise<RunningFunction> {
    if (bodyBytes !== undefined && bodyBytes <= maxBodyBytesPerWorker) {
      const worker = await this.#start(projectFunction, denoRuntime, projectFunction.name);
      if (worker.bodyBytes() + bodyBytes <= maxBodyBytesPerWorker) return worker;
    }
    return this.#start(projectFunction, denoRuntime, `${projectFunction.name} for large bodies`);
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
    const forget = () => {
      if (this.#running.get(key) === started) this.#running.delete(key);
    };
    started.then(({ ended }) => ended.then(forget), forget);
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
