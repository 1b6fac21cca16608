import { availableParallelism } from "node:os";
import { ConcurrencyLimit } from "../../database/concurrency-limit.ts";
import { StorageError } from "../errors.ts";
import { Renderer } from "./renderer.ts";

/** Each process takes a core, and several hundred megabytes for the largest images. */
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
  readonly #idle: IdleRenderer[] = [];

  /**
   * Runs work with a process as soon as one is free.
   *
   * @throws {StorageError} when too many callers wait
   * @throws the signal's reason
   */
  async use<Outcome>(
    caller: string,
    signal: AbortSignal,
    work: (renderer: Renderer) => Promise<Outcome>,
  ): Promise<Outcome> {
    const release = await this.#limit.acquire({ caller, signal });
    const renderer = this.#take();
    try {
      return await work(renderer);
    } finally {
      if (!renderer.hasEnded) this.#keep(renderer);
      release();
    }
  }

  #take(): Renderer {
    for (let last = this.#idle.pop(); last; last = this.#idle.pop()) {
      clearTimeout(last.timer);
      if (!last.renderer.hasEnded) return last.renderer;
    }
    return new Renderer();
  }

  #keep(renderer: Renderer): void {
    const timer = setTimeout(() => {
      this.#idle.splice(this.#idle.indexOf(idle), 1);
      renderer.end();
    }, maxIdleMs);
    timer.unref();
    const idle = { renderer, timer };
    this.#idle.push(idle);
  }
}

function tooManyImages(): StorageError {
  return new StorageError(429, "SlowDown", "Too many images are being processed", {
    httpStatus: 429,
  });
}
