import type { ErrorHandler } from "hono";
import type { Log } from "../log/log.ts";
import { BodyTooLarge } from "./body/body.ts";

/**
 * Returns the error handler of routes outside the wires. It logs the error and responds with 500. Hono's own handler
 * would print an error with all its properties, and PGlite's errors contain the statement's parameters.
 */
export const createErrorHandler =
  (log: Log): ErrorHandler =>
  (error, c) => {
    if (error instanceof BodyTooLarge) return c.text(`${error.message}\n`, 413);
    log.error({ err: error }, "a request failed");
    return c.text("Internal Server Error", 500);
  };
