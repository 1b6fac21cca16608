import type { ProjectFunction } from "./project-functions.ts";
import { type RunnerOptions, type RunningFunction, startFunction } from "./runner.ts";

/**
 * In bytes: how much of bodies a function's first worker has at a time. JSON takes up to thirty times its length
 * when it is parsed, and a worker whose memory is used up ends with all its requests.
 */
const bodiesTogether = 8 * 1024 * 1024;

/**
 * The workers of the project's functions: one for each, and a second one for large bodies, so that whoever sends
 * those can use up the memory of their like alone.
 */
export class Workers {
  readonly #closing = new AbortController();
  readonly #running = new Map<string, Promise<RunningFunction>>();

  /**
   * Returns the worker for a request, which is started where there is none.
   *
   * @param bodyBytes undefined where the caller has not announced the length
   */
  async for(
    found: ProjectFunction,
    options: RunnerOptions,
    bodyBytes: number | undefined,
  ): Promise<RunningFunction> {
    if (bodyBytes !== undefined && bodyBytes <= bodiesTogether) {
      const worker = await this.#start(found, options, found.name);
      if (worker.bodyBytes() + bodyBytes <= bodiesTogether) return worker;
    }
    return this.#start(found, options, `${found.name} for large bodies`);
  }

  #start(found: ProjectFunction, options: RunnerOptions, key: string): Promise<RunningFunction> {
    const existing = this.#running.get(key);
    if (existing) return existing;
    const started = startFunction(found, options, this.#closing.signal);
    this.#running.set(key, started);
    const forget = () => {
      if (this.#running.get(key) === started) this.#running.delete(key);
    };
    started.then(({ ended }) => ended.then(forget), forget);
    return started;
  }

  /** Stops each worker after the requests that it works on. Later requests get new ones. */
  retire(): void {
    for (const started of this.#takeAll())
      started.then((worker) => worker.retire()).catch(() => {});
  }

  /** Settled when all have ended. */
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
