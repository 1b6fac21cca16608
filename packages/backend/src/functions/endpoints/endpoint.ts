import type { Context } from "hono";
import type { FunctionsContext } from "../context.ts";

/** Handles the requests to one path. */
export type Endpoint = (context: FunctionsContext, c: Context) => Response | Promise<Response>;
