import type { TestOptions } from "vitest";

/**
 * Returns the options of a test that needs something of the machine. Without it the test is skipped, and the report of
 * `npm test` says what is missing.
 *
 * @param what in words, as "Deno" or "Linux"
 * @param found what was found; falsy where it is missing
 */
export function needs(what: string, found: unknown): TestOptions {
  return { skip: !found, meta: { needs: what } };
}

declare module "vitest" {
  interface TaskMeta {
    /** What the test needs of the machine. */
    needs?: string;
  }
}
