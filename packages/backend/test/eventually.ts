import { vi } from "vitest";

/** Ends shortly before the test times out, so that the report shows the failed expectation. */
const maxWaitMs = 50_000;

/**
 * Repeats a check until it passes or the test is about to time out, so that a slow machine does not fail it.
 *
 * @returns the result of the check that passed
 */
export function eventually<Outcome>(check: () => Outcome | Promise<Outcome>): Promise<Outcome> {
  return vi.waitFor(check, { timeout: maxWaitMs, interval: 20 });
}
