import type { TransactionOptions } from "../port.ts";

/** How long turns are refused after an offense that is not tolerated. Doubles with each further one. */
const suspensionMs = 20_000;
const maxSuspensionMs = 60_000;
/**
 * All servers with the secret key share this caller (`callerKey`). It is never suspended, because a single server's
 * users could cause the suspension.
 */
const serverCaller = "service_role";
/** An offense is forgotten after this time without another one. */
const memoryMs = 10 * 60_000;
/** A caller is only suspended after the second offense. */
const toleratedOffenses = 1;
/**
 * With so many recent offenses of all callers, each caller is suspended after the first one. A network is suspended after
 * so many offenses of its callers, because each account is a caller of its own.
 */
const maxOffenses = 5;

/** Recent statements of a caller or a network that could not be interrupted. Times are as returned by `performance.now()`. */
interface Penalty {
  readonly offenses: number;
  readonly at: number;
  readonly suspendedUntil: number;
}

/** The caller and the network of a turn. */
export type Origin = Pick<TransactionOptions, "caller" | "network">;

/** Remembers the callers and networks whose turns could not be interrupted, and suspends them. */
export class Penalties {
  readonly #callers = new Map<string, Penalty>();
  readonly #networks = new Map<string, Penalty>();

  /** Records an offense: a statement that could only be ended with the thread. */
  add({ caller, network }: Origin, now: number): void {
    forgetOld(this.#callers, now);
    forgetOld(this.#networks, now);
    if (caller === undefined) return;
    const offensesOfAll = [...this.#callers.values()].reduce(
      (sum, { offenses }) => sum + offenses,
      0,
    );
    record(this.#callers, caller, offensesOfAll >= maxOffenses ? 0 : toleratedOffenses, now);
    if (network !== undefined && caller !== serverCaller)
      record(this.#networks, network, maxOffenses - 1, now);
  }

  /** Returns how long the turns of a caller are refused. 0 if they are not. */
  remainingSuspensionMs({ caller = "", network = "" }: Origin, now: number): number {
    if (caller === serverCaller) return 0;
    const ends = [this.#callers.get(caller), this.#networks.get(network)].map(
      (penalty) => penalty?.suspendedUntil ?? 0,
    );
    return Math.max(0, ...ends.map((end) => end - now));
  }

  /** Returns when a caller's last offense was. */
  lastOffenseAt({ caller = "" }: Origin): number {
    return this.#callers.get(caller)?.at ?? Number.NEGATIVE_INFINITY;
  }
}

function forgetOld(penalties: Map<string, Penalty>, now: number): void {
  for (const [key, { at, suspendedUntil }] of penalties)
    if (Math.max(at, suspendedUntil) + memoryMs < now) penalties.delete(key);
}

function record(
  penalties: Map<string, Penalty>,
  key: string,
  tolerated: number,
  now: number,
): void {
  const offenses = (penalties.get(key)?.offenses ?? 0) + 1;
  const suspensions = offenses - tolerated;
  const lastsMs = Math.min(maxSuspensionMs, suspensionMs * 2 ** (suspensions - 1));
  const suspendedUntil = suspensions > 0 ? now + lastsMs : Number.NEGATIVE_INFINITY;
  penalties.set(key, { offenses, at: now, suspendedUntil });
}
