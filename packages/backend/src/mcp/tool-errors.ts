import { ConfigError } from "../config/config-error.ts";
import { DatabaseError, DatabaseUnavailable } from "../database/errors.ts";
import { MigrationError } from "../database/migrations/migration-error.ts";
import type { Log } from "../log/log.ts";
import { UsageError } from "../usage-error.ts";

/** An error that has only a message, because the official server sends all properties of an error to the agent. */
class ToolError extends Error {
  override readonly name = "ToolError";
}

const maxMessageCharacters = 4_000;

/** Wraps operations so that their errors have only a message for the agent, without stack and cause. */
export function withPlainErrors<Operations extends object>(
  operations: Operations,
  log: Log,
): Operations {
  const wrapped = Object.entries(operations).map(([name, operation]) => [
    name,
    typeof operation === "function"
      ? async (...args: unknown[]) => {
          try {
            return await operation(...args);
          } catch (error) {
            throw new ToolError(messageOf(error, log).slice(0, maxMessageCharacters));
          }
        }
      : operation,
  ]);
  return Object.fromEntries(wrapped) as Operations;
}

function messageOf(error: unknown, log: Log): string {
  if (error instanceof DatabaseError) return describe(error);
  const isExpected = [UsageError, ConfigError, MigrationError, DatabaseUnavailable].some(
    (kind) => error instanceof kind,
  );
  if (isExpected) return (error as Error).message;
  log.error({ err: error }, "a tool of the MCP server failed");
  return "The tool failed unexpectedly. The server's log has the reason.";
}

function describe({ message, code, detail, hint }: DatabaseError): string {
  return [`${message} (SQLSTATE ${code})`, detail, hint && `Hint: ${hint}`]
    .filter((part) => part !== undefined)
    .join("\n");
}
