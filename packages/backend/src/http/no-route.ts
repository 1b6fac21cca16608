import { Hono } from "hono";
import { cors } from "hono/cors";

/**
 * The answer of Supabase's gateway (Kong) for a service that the project has switched off. Pages may read it,
 * so that a developer sees the mistake.
 */
export function noRoute(): Hono {
  const app = new Hono();
  app.use(cors());
  return app.all("*", (c) => c.json({ message: "no Route matched with those values" }, 404));
}
