import type { Context } from "hono";
import type { AuthContext } from "../context.ts";

/** Handles the requests to one path. */
export type Endpoint = (context: AuthContext, c: Context) => Response | Promise<Response>;
