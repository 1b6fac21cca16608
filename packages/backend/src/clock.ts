/** The offset that a test or a developer has set for the clock. Threads share its memory. */
export class Clock {
  readonly shared: SharedArrayBuffer;
  readonly #milliseconds: BigInt64Array;

  constructor(shared = new SharedArrayBuffer(8)) {
    this.shared = shared;
    this.#milliseconds = new BigInt64Array(shared);
  }

  get offsetMs(): number {
    return Number(Atomics.load(this.#milliseconds, 0));
  }

  set offsetMs(milliseconds: number) {
    Atomics.store(this.#milliseconds, 0, BigInt(Math.round(milliseconds)));
  }
}

/**
 * The global key of this thread's clock. It is a symbol, because a preloaded module has its own copy of this module and
 * must find the same clock.
 */
const clockKey = Symbol.for("portico.clock");

interface ClockState {
  readonly clock: Clock;
  isFollowed: boolean;
}

const global = globalThis as { [clockKey]?: ClockState };

/** Returns the clock of this process, which all of its servers share. */
export function processClock(): Clock {
  global[clockKey] ??= { clock: new Clock(), isFollowed: false };
  return global[clockKey].clock;
}

/** Makes `Date` in this thread follow a clock. Later calls have no effect. */
export function followClock(clock: Clock): void {
  global[clockKey] ??= { clock, isFollowed: false };
  if (global[clockKey].isFollowed) return;
  global[clockKey].isFollowed = true;
  const followedClock = global[clockKey].clock;
  const now = Date.now;
  const shiftedNow = () => now() + followedClock.offsetMs;
  globalThis.Date = new Proxy(Date, {
    get: (target, key, receiver) =>
      key === "now" ? shiftedNow : Reflect.get(target, key, receiver),
    construct: (target, args, newTarget) =>
      Reflect.construct(target, args.length === 0 ? [shiftedNow()] : args, newTarget),
    apply: (target) => new target(shiftedNow()).toString(),
  });
}

/** Moves the time of this process and of its databases. */
export function moveClock(offsetMs: number): void {
  const clock = processClock();
  // A process whose clock was never moved keeps the original `Date`.
  if (offsetMs !== 0) followClock(clock);
  clock.offsetMs = offsetMs;
}
