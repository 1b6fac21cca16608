import { setTimeout as pause } from "node:timers/promises";

/**
 * Lets work be over on a beat: so many milliseconds after it began, or twice, three times as many. What
 * it did for an address that has an account, and not for one that has none, is then not to be told
 * from the time that it took (docs/decisions/0019-answers-on-a-beat.md).
 *
 * @param beat in milliseconds; at zero, work is over when it is done
 */
export async function onTheBeat<Outcome>(
  beat: number,
  work: () => Promise<Outcome> | Outcome,
): Promise<Outcome> {
  if (beat <= 0) return work();
  const begun = performance.now();
  try {
    return await work();
  } finally {
    const taken = performance.now() - begun;
    await pause(Math.ceil(taken / beat) * beat - taken);
  }
}
