import type { Log, LogLevel } from "../log/log.ts";
import { redactText } from "./redact.ts";

/** The length to which texts in messages are truncated. */
export const maxCharacters = 1_000;
const maxFields = 12;

/** Returns a log that also passes each message to `record`. */
export function recordLog(
  log: Log,
  record: (level: LogLevel, fields: object, message: string) => void,
): Log {
  return {
    error(fields, message) {
      record("error", fields, message);
      log.error(fields, message);
    },
    warn(fields, message) {
      record("warn", fields, message);
      log.warn(fields, message);
    },
    info(fields, message) {
      record("info", fields, message);
      log.info(fields, message);
    },
  };
}

/** Returns the fields whose values are short, and the message of an error without its stack. */
export function shortFields(fields: object): Record<string, string | number | boolean> {
  const result: Record<string, string | number | boolean> = {};
  for (const [name, value] of Object.entries(fields).slice(0, maxFields)) {
    if (value instanceof Error) result["error"] = redactText(value.message.slice(0, maxCharacters));
    else if (typeof value === "string") result[name] = redactText(value.slice(0, maxCharacters));
    else if (typeof value === "number" || typeof value === "boolean") result[name] = value;
  }
  return result;
}
