import { UsageError } from "../../usage-error.ts";
import type { WireExplanation } from "../../why/explain-rest.ts";

/** @throws {UsageError} because a browser tab does not have Storage */
export async function explainStorage(): Promise<WireExplanation> {
  throw new UsageError(
    "Storage is not supported in a browser tab, so its answers are not explained.",
  );
}
