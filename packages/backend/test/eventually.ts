import { vi } from "vitest";

/** Shortly before the test itself would time out, so that the report has what was expected. */
const longestWaitMs = 50_000;

/**
 * Repeats a check until it passes, for as long as a test may take: how fast a machine is does not decide.
 *
 * @returns what the check returned at last
 */
export function eventually<Outcome>(check: () => Outcome | Promise<Outcome>): Promise<Outcome> {
  return vi.waitFor(check, { timeout: longestWaitMs, interval: 20 });
}
