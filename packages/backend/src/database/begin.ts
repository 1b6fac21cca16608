import type { TransactionOptions } from "./port.ts";

/** The words after BEGIN. */
export function transactionModes(options: TransactionOptions): string {
  const modes = [];
  if (options.isolation) modes.push(`isolation level ${options.isolation}`);
  if (options.readOnly) modes.push("read only");
  return modes.join(", ");
}
