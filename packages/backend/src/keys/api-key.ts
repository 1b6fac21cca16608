import { isEqualText } from "./constant-time.ts";
import type { ProjectKeys } from "./project.ts";

/**
 * Returns the role of one of the project's API keys, or undefined for any other text. The two classic keys are
 * compared as text, since config.toml may set keys that were not signed by this project.
 */
export function roleOfApiKey(
  keys: ProjectKeys,
  credential: string,
): "anon" | "service_role" | undefined {
  if (isEqualText(credential, keys.publishable)) return "anon";
  if (isEqualText(credential, keys.secret)) return "service_role";
  if (isEqualText(credential, keys.anon)) return "anon";
  if (isEqualText(credential, keys.serviceRole)) return "service_role";
  return undefined;
}
