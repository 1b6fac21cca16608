import type { Context } from "hono";
import type { RestContext } from "../context.ts";

/** Handles the requests to one path. */
export type Endpoint = (context: RestContext, c: Context) => Response | Promise<Response>;
