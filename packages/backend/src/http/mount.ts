import type { Context } from "hono";
import { basePath } from "hono/route";

/** Returns the path at which the application is mounted, without a trailing slash. It is empty at the root. */
export function mountOf(c: Context): string {
  return basePath(c).replace(/\/?\*?$/, "");
}
