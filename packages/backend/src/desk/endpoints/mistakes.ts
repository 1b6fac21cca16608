import { NotPrepared } from "../../advisors/advise.ts";
import { ConfigError } from "../../config/config-error.ts";
import { UsageError } from "../../usage-error.ts";
import { inputMistake } from "../errors.ts";

/**
 * Runs the work of a command. Turns the command's errors about the developer's input into responses.
 *
 * @throws {DeskError}
 */
export async function withMistakes<Outcome>(work: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await work();
  } catch (error) {
    if (
      error instanceof UsageError ||
      error instanceof NotPrepared ||
      error instanceof ConfigError
    ) {
      throw inputMistake(error.message);
    }
    throw error;
  }
}
