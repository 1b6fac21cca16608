import { UsageError } from "../../usage-error.ts";
import type { WireExplanation } from "../../why/explain-rest.ts";

/**
 * Explains nothing, because Storage is not supported in a browser tab.
 *
 * @throws {UsageError} always
 */
export async function explainStorage(): Promise<WireExplanation> {
  throw new UsageError(
    "Storage is not supported in a browser tab, so its answers are not explained.",
  );
}
