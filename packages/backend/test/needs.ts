import type { TestOptions } from "vitest";

/**
 * Returns the options of a test that needs a program or feature of the machine. If it is missing, the test is
 * skipped, and the report of `npm test` says so.
 * @param label the name to report, such as "Deno" or "Linux"
 * @param found falsy if it is missing
 */
export function needs(label: string, found: unknown): TestOptions {
  return { skip: !found, meta: { needs: label } };
}

declare module "vitest" {
  interface TaskMeta {
    /** What the test needs of the machine. */
    needs?: string;
  }
}
