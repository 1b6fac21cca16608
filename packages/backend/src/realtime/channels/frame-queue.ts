import type { Frame } from "../frames/frame.ts";
import type { Limits } from "../limits.ts";
import type { SocketConnection } from "./socket-connection.ts";

interface QueuedFrame {
  readonly frame: Frame;
  readonly bytes: number;
}

/** Handles the frames of a channel. */
export interface FrameHandler {
  /** @returns a promise if the next frame has to wait until this one has been handled */
  handle(frame: Frame): Promise<void> | undefined;
  /** Called when handling a frame has failed. */
  onFailure(error: unknown): void;
}

/**
 * Passes a channel's frames to their handler one after another, the first one after {@link start}. Pauses the socket
 * while too many frames wait.
 */
export class FrameQueue {
  readonly #connection: Pick<SocketConnection, "pause" | "resume">;
  readonly #limits: Pick<Limits, "queuedFrames" | "queuedBytes">;
  readonly #handler: FrameHandler;
  /** Frames that wait. Undefined while the next frame can be handled immediately. */
  #waiting: QueuedFrame[] | undefined = [];
  #waitingBytes = 0;
  #isPaused = false;
  #isStopped = false;

  constructor(
    connection: Pick<SocketConnection, "pause" | "resume">,
    limits: Pick<Limits, "queuedFrames" | "queuedBytes">,
    handler: FrameHandler,
  ) {
    this.#connection = connection;
    this.#limits = limits;
    this.#handler = handler;
  }

  /** Handles a frame now, or when the frames before it have been handled. */
  add(frame: Frame, bytes: number): void {
    if (this.#isStopped) return;
    if (this.#waiting) this.#enqueue(this.#waiting, { frame, bytes });
    else this.#handle(frame);
  }

  /** Handles the frames that wait, and from now on every frame when it arrives. */
  start(): void {
    const frames = this.#waiting ?? [];
    this.#waiting = undefined;
    this.#waitingBytes = 0;
    this.#setPaused(false);
    for (const { frame, bytes } of frames) this.add(frame, bytes);
  }

  /** Drops the frames that wait and all later ones. */
  stop(): void {
    this.#isStopped = true;
    this.#setPaused(false);
  }

  #enqueue(waiting: QueuedFrame[], queuedFrame: QueuedFrame): void {
    waiting.push(queuedFrame);
    this.#waitingBytes += queuedFrame.bytes;
    const { queuedFrames, queuedBytes } = this.#limits;
    if (waiting.length >= queuedFrames || this.#waitingBytes >= queuedBytes) this.#setPaused(true);
  }

  #handle(frame: Frame): void {
    const pendingWork = this.#handler.handle(frame);
    if (!pendingWork) return;
    this.#waiting = [];
    void pendingWork
      .catch((error: unknown) => this.#handler.onFailure(error))
      .then(() => this.start());
  }

  #setPaused(isPaused: boolean): void {
    if (this.#isPaused === isPaused) return;
    this.#isPaused = isPaused;
    if (isPaused) this.#connection.pause();
    else this.#connection.resume();
  }
}
