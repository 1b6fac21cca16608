import { type LongTexts, NoRoom } from "../database/port.ts";

/** How many may wait for room, each with a connection to the database in its hands. */
const mostWaiting = 2;

// In milliseconds.
/** The longest that one of them waits. */
const patience = 2_000;
/** Who takes longer than this to read a slice is cut off when others need the room. */
const slow = 10_000;

/** In bytes, what is handed to the socket at a time. */
const slice = 256 * 1024;

/**
 * The long answers that this process holds and that are yet to be read by whoever asked for them, up to
 * so many bytes in all. What there is no room for is refused, before the database has sent it; short
 * answers are not counted, and go out whatever is held.
 */
export class UnsentAnswers {
  readonly #most: number;
  readonly #open = new Set<UnsentAnswer>();
  readonly #waiting = new Set<{ readonly size: number; readonly resolve: () => void }>();
  #held = 0;

  /** @param most in bytes */
  constructor(most: number) {
    this.#most = most;
  }

  /** One that is yet to be had from the database. */
  open(): UnsentAnswer {
    const answer: UnsentAnswer = new UnsentAnswer({
      has: (size) => this.#hasRoomFor(size),
      take: (size) => this.#take(answer, size),
      wait: (size) => this.#wait(answer, size),
      release: () => this.#release(answer),
    });
    return answer;
  }

  #hasRoomFor(size: number): boolean {
    // With nothing else in the way, whatever the database lets through has room.
    return this.#held === 0 || this.#held + size <= this.#most;
  }

  #take(answer: UnsentAnswer, size: number): boolean {
    if (!this.#hasRoomFor(size)) this.#cutOffSlow();
    if (!this.#hasRoomFor(size)) return false;
    this.#hold(answer, size);
    return true;
  }

  #wait(answer: UnsentAnswer, size: number): Promise<void> {
    if (this.#waiting.size >= mostWaiting) throw new NoRoom();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const one = { size, resolve: () => resolve(this.#hold(answer, size)) };
    this.#waiting.add(one);
    const impatience = setTimeout(() => reject(new NoRoom()), patience);
    return promise.finally(() => {
      clearTimeout(impatience);
      this.#waiting.delete(one);
    });
  }

  #hold(answer: UnsentAnswer, size: number): void {
    this.#held += size;
    answer.size += size;
    this.#open.add(answer);
  }

  #release(answer: UnsentAnswer): void {
    if (!this.#open.delete(answer)) return;
    this.#held -= answer.size;
    for (const one of this.#waiting) {
      if (!this.#hasRoomFor(one.size)) break;
      this.#waiting.delete(one);
      one.resolve();
    }
  }

  #cutOffSlow(): void {
    const now = performance.now();
    for (const answer of this.#open) if (answer.isSlow(now)) answer.cutOff();
  }
}

interface Room {
  readonly has: (size: number) => boolean;
  readonly take: (size: number) => boolean;
  readonly wait: (size: number) => Promise<void>;
  readonly release: () => void;
}

/** One answer, from the database to the socket. */
export class UnsentAnswer implements LongTexts {
  /** In bytes, how much of it is held. */
  size = 0;
  readonly #room: Room;
  #sent = 0;
  #lastSliceAt: number | undefined;
  #stream: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>> | undefined;

  constructor(room: Room) {
    this.#room = room;
  }

  /** Whether it would be admitted now, of whatever size up to the one given. */
  isSureOfRoom(size: number): boolean {
    return this.#room.has(size);
  }

  admit(size: number): Promise<void> | undefined {
    return this.#room.take(size) ? undefined : this.#room.wait(size);
  }

  admitNow(size: number): void {
    if (!this.#room.take(size)) throw new NoRoom();
  }

  /** Sends it as fast as it is read, and makes room when it has been, or when its reader has gone. */
  stream(body: Uint8Array<ArrayBuffer>): ReadableStream<Uint8Array<ArrayBuffer>> {
    this.#lastSliceAt = performance.now();
    return new ReadableStream(
      {
        start: (controller) => {
          this.#stream = controller;
        },
        pull: (controller) => {
          controller.enqueue(body.subarray(this.#sent, this.#sent + slice));
          this.#sent += slice;
          this.#lastSliceAt = performance.now();
          if (this.#sent < body.length) return;
          controller.close();
          this.release();
        },
        cancel: () => this.release(),
      },
      { highWaterMark: 0 },
    );
  }

  /** There is nothing of it, or no more, to be sent. */
  release(): void {
    this.#room.release();
  }

  isSlow(now: number): boolean {
    return this.#lastSliceAt !== undefined && now - this.#lastSliceAt > slow;
  }

  cutOff(): void {
    this.#stream?.error(new Error("The answer was read too slowly."));
    this.release();
  }
}
