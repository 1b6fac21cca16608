import { availableParallelism } from "node:os";
import { ConcurrencyLimit } from "../../database/concurrency-limit.ts";
import { StorageError } from "../errors.ts";
import { Renderer } from "./renderer.ts";

/** Each process uses a core, and several hundred megabytes for the largest images. */
const maxProcesses = Math.max(1, Math.min(4, Math.floor(availableParallelism() / 2)));

/** An idle process is stopped after this time. */
const maxIdleMs = 30_000;

interface IdleRenderer {
  readonly renderer: Renderer;
  readonly timer: NodeJS.Timeout;
}

/** The pool of rendering processes, which start on demand and stop when idle. */
export class RendererPool {
  readonly #limit = new ConcurrencyLimit(maxProcesses, {
    timeoutMs: 30_000,
    maxWaiting: 128,
    maxWaitingPerCaller: 32,
    timeoutError: tooManyImages,
    tooManyError: tooManyImages,
    abortError: ({ reason }) => reason,
  });
  readonly #idleRenderers: IdleRenderer[] = [];

  /**
   * Runs a task with a process as soon as one is free.
   *
   * @throws {StorageError} when too many callers wait
   * @throws the signal's reason
   */
  async use<Outcome>(
    caller: string,
    signal: AbortSignal,
    task: (renderer: Renderer) => Promise<Outcome>,
  ): Promise<Outcome> {
    const release = await this.#limit.acquire({ caller, signal });
    const renderer = this.#take();
    try {
      return await task(renderer);
    } finally {
      if (!renderer.hasEnded) this.#keep(renderer);
      release();
    }
  }

  #take(): Renderer {
    for (let idle = this.#idleRenderers.pop(); idle; idle = this.#idleRenderers.pop()) {
      clearTimeout(idle.timer);
      if (!idle.renderer.hasEnded) return idle.renderer;
    }
    return new Renderer();
  }

  #keep(renderer: Renderer): void {
    const timer = setTimeout(() => {
      this.#idleRenderers.splice(this.#idleRenderers.indexOf(idle), 1);
      renderer.end();
    }, maxIdleMs);
    timer.unref();
    const idle = { renderer, timer };
    this.#idleRenderers.push(idle);
  }
}

function tooManyImages(): StorageError {
  return new StorageError(429, "SlowDown", "Too many images are being processed", {
    httpStatus: 429,
  });
}
