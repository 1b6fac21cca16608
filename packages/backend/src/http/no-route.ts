import { Hono } from "hono";
import { cors } from "hono/cors";

/**
 * What Supabase's gateway (Kong) answers where a project has switched a service off. Pages may read it,
 * so that the mistake is seen for what it is.
 */
export function noRoute(): Hono {
  const app = new Hono();
  app.use(cors());
  return app.all("*", (c) => c.json({ message: "no Route matched with those values" }, 404));
}
