import type { Context } from "hono";
import { basePath } from "hono/route";

/** The path at which the answering application is mounted, with no slash at the end: empty at the root. */
export function mountOf(c: Context): string {
  return basePath(c).replace(/\/?\*?$/, "");
}
