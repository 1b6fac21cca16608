import type { AuthSettings } from "../../settings/settings.ts";
import type { AuthProps } from "../plugin.ts";

/** Returns whether the server said that it does not offer something. What it did not say may be on. */
export function isOff(
  { settings }: AuthProps,
  answer: (settings: AuthSettings) => boolean | undefined,
): boolean {
  return typeof settings === "object" && answer(settings) === false;
}
