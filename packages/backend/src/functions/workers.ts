import type { ProjectFunction } from "./project-functions.ts";
import { type RunnerOptions, type RunningFunction, startFunction } from "./runner.ts";

/** The workers of the project's functions, one for each. */
export class Workers {
  readonly #running = new Map<string, Promise<RunningFunction>>();

  /** Returns the function's worker, which is started where there is none. */
  start(found: ProjectFunction, options: RunnerOptions): Promise<RunningFunction> {
    const existing = this.#running.get(found.name);
    if (existing) return existing;
    const started = startFunction(found, options);
    this.#running.set(found.name, started);
    const forget = () => {
      if (this.#running.get(found.name) === started) this.#running.delete(found.name);
    };
    started.then(({ ended }) => ended.then(forget), forget);
    return started;
  }

  /** Stops each worker after the requests that it works on. Later requests get new ones. */
  retire(): void {
    this.#takeAll((worker) => worker.retire());
  }

  stop(): void {
    this.#takeAll((worker) => worker.stop());
  }

  #takeAll(end: (worker: RunningFunction) => void): void {
    for (const started of this.#running.values()) started.then(end).catch(() => {});
    this.#running.clear();
  }
}
