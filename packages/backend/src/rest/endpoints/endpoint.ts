import type { Context } from "hono";
import type { RestContext } from "../context.ts";

/** Answers a request to one path. */
export type Endpoint = (context: RestContext, c: Context) => Response | Promise<Response>;
