import type { AuthSettings } from "../../settings/settings.ts";
import type { AuthProps } from "../plugin.ts";

/**
 * Returns whether the server has reported that a feature is disabled. A feature that it does not report may be enabled.
 */
export function isDisabledByServer(
  { settings }: AuthProps,
  select: (settings: AuthSettings) => boolean | undefined,
): boolean {
  return typeof settings === "object" && select(settings) === false;
}
