import { NotPrepared } from "../../advisors/advise.ts";
import { ConfigError } from "../../config/config-error.ts";
import { UsageError } from "../../usage-error.ts";
import { mistake } from "../errors.ts";

/** Runs what a command does as well. Its messages to the developer become answers. @throws {DeskError} */
export async function withMistakes<Outcome>(work: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await work();
  } catch (error) {
    if (
      error instanceof UsageError ||
      error instanceof NotPrepared ||
      error instanceof ConfigError
    ) {
      throw mistake(error.message);
    }
    throw error;
  }
}
