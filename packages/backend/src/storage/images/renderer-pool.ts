import { availableParallelism } from "node:os";
import { Renderer } from "./renderer.ts";
import { Turns } from "./turns.ts";

/** Each takes a core, and some hundred megabytes for the largest images. */
const mostProcesses = Math.max(1, Math.min(4, Math.floor(availableParallelism() / 2)));

/** In milliseconds: a process without work goes. */
const longestIdle = 30_000;

interface IdleRenderer {
  readonly renderer: Renderer;
  readonly timer: NodeJS.Timeout;
}

/** The processes that render images: started when one is needed, and gone when none is. */
export class RendererPool {
  readonly #turns = new Turns(mostProcesses);
  readonly #idle: IdleRenderer[] = [];

  /**
   * Works with a process, in turn with other callers.
   *
   * @throws {StorageError} when too many wait
   * @throws the signal's reason
   */
  async use<Outcome>(
    caller: string,
    signal: AbortSignal,
    work: (renderer: Renderer) => Promise<Outcome>,
  ): Promise<Outcome> {
    await this.#turns.begin(caller, signal);
    const renderer = this.#take();
    try {
      return await work(renderer);
    } finally {
      if (!renderer.hasEnded) this.#keep(renderer);
      this.#turns.end();
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
    }, longestIdle);
    timer.unref();
    const idle = { renderer, timer };
    this.#idle.push(idle);
  }
}
