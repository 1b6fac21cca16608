import { Hono } from "hono";
import { allowAnyOrigin } from "./cross-origin.ts";

/**
 * Returns the response of Supabase's gateway (Kong) for a disabled service. Pages may read it, so that developers see
 * the mistake.
 */
export function noRoute(): Hono {
  const app = new Hono();
  app.use(allowAnyOrigin());
  return app.all("*", (c) => c.json({ message: "no Route matched with those values" }, 404));
}
