import type { ProjectFunction } from "./project-functions.ts";
import { type RunnerOptions, type RunningFunction, startFunction } from "./runner.ts";

/** The workers of the project's functions, one for each. */
export class Workers {
  readonly #closing = new AbortController();
  readonly #running = new Map<string, Promise<RunningFunction>>();

  /** Returns the function's worker, which is started where there is none. */
  start(found: ProjectFunction, options: RunnerOptions): Promise<RunningFunction> {
    const existing = this.#running.get(found.name);
    if (existing) return existing;
    const started = startFunction(found, options, this.#closing.signal);
    this.#running.set(found.name, started);
    const forget = () => {
      if (this.#running.get(found.name) === started) this.#running.delete(found.name);
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
