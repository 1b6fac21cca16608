import { Hono } from "hono";
import { allowAnyOrigin } from "../http/cross-origin.ts";
import type { Part } from "./part.ts";

/** Wires of the hosted service that Portico does not have, by path. */
const missingWires = {
  "/graphql/v1": "GraphQL is not supported.",
} as const;

/**
 * Answers requests to missing wires with a message, so that developers need not guess.
 *
 * @param additional other wires that this composition lacks, with a message for each
 */
export function createMissingWires(additional: Readonly<Record<string, string>> = {}): Part {
  return {
    mount(app) {
      for (const [path, message] of Object.entries({ ...missingWires, ...additional })) {
        const wire = new Hono();
        wire.use(allowAnyOrigin());
        wire.all("*", (c) => c.json({ code: "not_implemented", message }, 501));
        app.route(path, wire);
      }
    },
  };
}
