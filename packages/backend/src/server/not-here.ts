import { Hono } from "hono";
import { cors } from "hono/cors";
import type { Part } from "./part.ts";

/** Wires of the hosted service that are not here, by path. */
const wires = {
  "/realtime/v1": "Realtime is not here yet: channels hear nothing.",
  "/graphql/v1": "GraphQL is not here.",
} as const;

/** Names what an application asks for in vain, so that its developer need not guess. */
export function createNotHere(): Part {
  return {
    mount(app) {
      for (const [path, message] of Object.entries(wires)) {
        const wire = new Hono();
        wire.use(cors());
        wire.all("*", (c) => c.json({ code: "not_implemented", message }, 501));
        app.route(path, wire);
      }
    },
  };
}
