import { createRequire } from "node:module";

/** Returns the version of this package. */
export function ownVersion(): string {
  const { version } = createRequire(import.meta.url)("@portico/backend/package.json");
  return version;
}
