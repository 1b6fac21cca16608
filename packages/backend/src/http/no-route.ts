import { Hono } from "hono";
import { allowAnyOrigin } from "./cross-origin.ts";

/**
 * Returns an application that responds like Supabase's gateway (Kong) for a disabled service. Pages of any origin may
 * read the response, so that developers see their mistake.
 */
export function noRoute(): Hono {
  const app = new Hono();
  app.use(allowAnyOrigin());
  return app.all("*", (c) => c.json({ message: "no Route matched with those values" }, 404));
}
