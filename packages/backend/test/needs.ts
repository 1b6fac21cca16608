import type { TestOptions } from "vitest";

/**
 * Returns the options of a test that needs a program or feature of the machine. If it is missing, the test is skipped,
 * and the report of `npm test` lists it.
 *
 * @param label the name for the report, such as "Deno" or "Linux"
 * @param found falsy if the program or feature is missing
 */
export function needs(label: string, found: unknown): TestOptions {
  return { skip: !found, meta: { needs: label } };
}

declare module "vitest" {
  interface TaskMeta {
    /** The program or feature that the test needs. */
    needs?: string;
  }
}
