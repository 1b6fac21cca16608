import type { Protocol } from "./frame.ts";
import { version1 } from "./version-1.ts";
import { version2 } from "./version-2.ts";

/**
 * The protocol of a `vsn`; undefined for one that is not spoken. Without one it is 1.0.0. The patch level is of
 * no concern, as in Phoenix (`~> 2.0.0`).
 */
export function protocolOf(vsn = "1.0.0"): Protocol | undefined {
  const [, version] = /^([12]\.0)\.\d+$/.exec(vsn) ?? [];
  if (version === "1.0") return version1;
  return version === "2.0" ? version2 : undefined;
}
