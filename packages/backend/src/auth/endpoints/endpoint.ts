import type { Context } from "hono";
import type { Auth } from "../context.ts";

/** Answers a request to one path. */
export type Endpoint = (auth: Auth, c: Context) => Response | Promise<Response>;
