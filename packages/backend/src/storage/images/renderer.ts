import { type ChildProcess, fork } from "node:child_process";
import { constants, setPriority } from "node:os";
import type {
  MessageFromProcess,
  MessageToProcess,
  Refusal,
  RenderOptions,
} from "./resize-process.ts";

/** A rendered image. */
export interface RenderedImage {
  readonly bytes: Buffer;
  /** sharp's name of the format, such as `webp`. */
  readonly format: string;
}

type Source = AsyncIterable<Uint8Array>;

/** Thrown when the process refuses to render an image. */
export class RefusedImage extends Error {
  override readonly name = "RefusedImage";
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal);
    this.refusal = refusal;
  }
}

/** Thrown when the process has ended: it was stopped, or it crashed on the image. */
export class RendererEnded extends Error {
  override readonly name = "RendererEnded";
}

/** A process that renders one image at a time. */
export class Renderer {
  readonly #child: ChildProcess;
  #hasEnded = false;

  constructor() {
    this.#child = fork(new URL("./resize-process.ts", import.meta.url), {
      execArgv: [],
      // Decoders process untrusted images, so they must not see the secrets in this process's environment.
      env: systemEnvironment(),
      serialization: "advanced",
      stdio: ["ignore", "ignore", "ignore", "ipc"],
    });
    this.#child.once("exit", () => {
      this.#hasEnded = true;
    });
    this.#child.on("error", () => {
      this.#hasEnded = true;
    });
    lowerPriority(this.#child.pid);
    this.#child.unref();
    this.#child.channel?.unref();
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /**
   * Renders an image.
   *
   * @param signal stops the process, because an encoder cannot be stopped otherwise
   * @throws {RefusedImage | RendererEnded}
   */
  async render(
    rendering: RenderOptions,
    source: Source,
    signal: AbortSignal,
  ): Promise<RenderedImage> {
    const { promise, resolve, reject } = Promise.withResolvers<RenderedImage>();
    const pieces: Uint8Array[] = [];
    const receive = (message: MessageFromProcess) => {
      if ("piece" in message) pieces.push(message.piece);
      else if ("refusal" in message) reject(new RefusedImage(message.refusal));
      else resolve({ bytes: Buffer.concat(pieces), format: message.format });
    };
    const fail = () => reject(new RendererEnded());
    const stop = () => {
      this.end();
      fail();
    };
    this.#child.on("message", receive);
    this.#child.once("exit", fail);
    this.#child.once("error", fail);
    signal.addEventListener("abort", stop, { once: true });
    if (signal.aborted) stop();
    try {
      // Sending stops when the process answers early, or ends.
      this.#sendAll(rendering, source).catch(reject);
      return await promise;
    } finally {
      this.#child.off("message", receive);
      this.#child.off("exit", fail);
      this.#child.off("error", fail);
      signal.removeEventListener("abort", stop);
    }
  }

  /** Stops the process immediately. */
  end(): void {
    this.#hasEnded = true;
    this.#child.kill("SIGKILL");
  }

  async #sendAll(rendering: RenderOptions, source: Source): Promise<void> {
    await this.#send({ begin: rendering });
    for await (const piece of source) await this.#send({ piece });
    await this.#send({ end: true });
  }

  #send(message: MessageToProcess): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#child.send(message, (error) => (error ? reject(new RendererEnded()) : resolve()));
    });
  }
}

/** Lowers the process's priority, so that sign-in and other requests come first on a busy machine. */
function lowerPriority(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // The process has already ended, or the system does not support priorities.
  }
}

function systemEnvironment(): NodeJS.ProcessEnv {
  const names = ["PATH", "LD_LIBRARY_PATH", "TMPDIR", "TEMP", "SystemRoot", "FONTCONFIG_PATH"];
  return Object.fromEntries(names.map((name) => [name, process.env[name]]));
}
