/**
 * Loaded first in each thread of a test backend, including the database's. The database reads the time from JavaScript,
 * so the test's clock applies to it as well.
 */
import { getEnvironmentData, setEnvironmentData } from "node:worker_threads";

const name = "portico test clock";

/** Passes the clock to all threads that this thread starts, and to their threads. */
export function shareClock(clock: Clock): void {
  setEnvironmentData(name, clock.shared);
}

/** The offset by which a test has moved the clock, in memory that all threads share. */
export class Clock {
  readonly shared: SharedArrayBuffer;
  readonly #milliseconds: BigInt64Array;

  constructor(shared = new SharedArrayBuffer(8)) {
    this.shared = shared;
    this.#milliseconds = new BigInt64Array(shared);
  }

  get offset(): number {
    return Number(Atomics.load(this.#milliseconds, 0));
  }

  set offset(milliseconds: number) {
    Atomics.store(this.#milliseconds, 0, BigInt(Math.round(milliseconds)));
  }
}

/** Makes `Date` in this thread follow the clock. */
export function follow(clock: Clock): void {
  const now = Date.now;
  const moved = () => now() + clock.offset;
  globalThis.Date = new Proxy(Date, {
    get: (target, key, receiver) => (key === "now" ? moved : Reflect.get(target, key, receiver)),
    construct: (target, moment, newTarget) =>
      Reflect.construct(target, moment.length === 0 ? [moved()] : moment, newTarget),
    apply: (target) => new target(moved()).toString(),
  });
}

const shared = getEnvironmentData(name);
if (shared instanceof SharedArrayBuffer) follow(new Clock(shared));
