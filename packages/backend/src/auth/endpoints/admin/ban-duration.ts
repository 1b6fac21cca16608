import { parseDuration } from "../../../config/duration.ts";
import { badRequest } from "../../errors.ts";

/** The range of Go's `time.Duration`: nanoseconds in a signed 64-bit integer. */
const maxSeconds = 2 ** 63 / 1e9;

const completeParts = /^(?:(?:\d+\.?\d*|\.\d+)(?:ns|us|\u00b5s|\u03bcs|ms|s|m|h)(?=[.\d]|$))*/;
const incompletePart = /^(?:\d+\.?\d*|\.\d+)([^.\d]*)/;

/**
 * Returns when a ban of this duration ends if it begins now. Returns null for `none`, and undefined for an empty text.
 *
 * @param text a duration as Go writes it (`24h`, `1h30m`), or `none`
 * @throws {AuthError} 400 with the message of Go's `time.ParseDuration`
 */
export function readBan(text: string): Date | null | undefined {
  if (text === "") return undefined;
  if (text === "none") return null;
  const [, sign = "", amount = ""] = text.match(/^([+-]?)(.*)$/s) ?? [];
  const seconds = parseDuration(amount);
  if (seconds === undefined || seconds > maxSeconds) {
    throw badRequest(
      "validation_failed",
      `invalid format for ban duration: time: ${describeProblem(amount)} ${JSON.stringify(text)}`,
    );
  }
  if (seconds === 0) return null;
  return new Date(Date.now() + (sign === "-" ? -seconds : seconds) * 1000);
}

function describeProblem(amount: string): string {
  const [, unit] = amount.replace(completeParts, "").match(incompletePart) ?? [];
  if (unit === undefined) return "invalid duration";
  return unit === ""
    ? "missing unit in duration"
    : `unknown unit ${JSON.stringify(unit)} in duration`;
}
