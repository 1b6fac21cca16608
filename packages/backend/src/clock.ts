/** The offset by which a test or a developer has moved the clock, in memory that threads share. */
export class Clock {
  readonly shared: SharedArrayBuffer;
  readonly #milliseconds: BigInt64Array;

  constructor(shared = new SharedArrayBuffer(8)) {
    this.shared = shared;
    this.#milliseconds = new BigInt64Array(shared);
  }

  /** In milliseconds. */
  get offset(): number {
    return Number(Atomics.load(this.#milliseconds, 0));
  }

  set offset(milliseconds: number) {
    Atomics.store(this.#milliseconds, 0, BigInt(Math.round(milliseconds)));
  }
}

/** The clock of this thread. A module that is preloaded has its own copy of this one, so the two share a symbol. */
const clockKey = Symbol.for("portico.clock");

interface Followed {
  readonly clock: Clock;
  isFollowed: boolean;
}

const global = globalThis as { [clockKey]?: Followed };

/** Returns the clock that this thread follows, or would follow: the same one for all servers of a process. */
export function processClock(): Clock {
  global[clockKey] ??= { clock: new Clock(), isFollowed: false };
  return global[clockKey].clock;
}

/** Makes `Date` in this thread follow a clock. A thread follows the first one only. */
export function follow(clock: Clock): void {
  global[clockKey] ??= { clock, isFollowed: false };
  if (global[clockKey].isFollowed) return;
  global[clockKey].isFollowed = true;
  const followed = global[clockKey].clock;
  const now = Date.now;
  const moved = () => now() + followed.offset;
  globalThis.Date = new Proxy(Date, {
    get: (target, key, receiver) => (key === "now" ? moved : Reflect.get(target, key, receiver)),
    construct: (target, moment, newTarget) =>
      Reflect.construct(target, moment.length === 0 ? [moved()] : moment, newTarget),
    apply: (target) => new target(moved()).toString(),
  });
}

/** Moves the time of this process and of its databases. */
export function moveClock(offsetMs: number): void {
  const clock = processClock();
  // A process whose clock was never moved keeps the plain Date.
  if (offsetMs !== 0) follow(clock);
  clock.offset = offsetMs;
}
