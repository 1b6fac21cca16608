import { Hono } from "hono";
import { cors } from "hono/cors";
import type { Part } from "./part.ts";

/** Wires of the hosted service that are not here, by path. */
const nowhere = {
  "/graphql/v1": "GraphQL is not here.",
} as const;

/**
 * Names what an application asks for in vain, so that its developer need not guess.
 *
 * @param more wires that are not in this composition, with what is said of them
 */
export function createNotHere(more: Readonly<Record<string, string>> = {}): Part {
  return {
    mount(app) {
      for (const [path, message] of Object.entries({ ...nowhere, ...more })) {
        const wire = new Hono();
        wire.use(cors());
        wire.all("*", (c) => c.json({ code: "not_implemented", message }, 501));
        app.route(path, wire);
      }
    },
  };
}
