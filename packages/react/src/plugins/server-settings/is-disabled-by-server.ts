import type { AuthSettings } from "../../settings/settings.ts";
import type { AuthProps } from "../plugin.ts";

/**
 * Returns whether the server has reported that a feature is disabled. Features that the server does not report are not
 * disabled.
 */
export function isDisabledByServer(
  { settings }: AuthProps,
  select: (settings: AuthSettings) => boolean | undefined,
): boolean {
  return typeof settings === "object" && select(settings) === false;
}
