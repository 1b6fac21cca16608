import type { AuthSettings } from "../../settings/settings.ts";
import type { AuthProps } from "../plugin.ts";

/** Returns whether the server has reported that it does not offer something. What it does not report may be enabled. */
export function isOff(
  { settings }: AuthProps,
  select: (settings: AuthSettings) => boolean | undefined,
): boolean {
  return typeof settings === "object" && select(settings) === false;
}
