import type { Endpoint } from "./endpoint.ts";

/** `GET /api/ping`: returns 200 while the process serves requests. */
export const ping: Endpoint = (_context, c) => c.json({ message: "Success" });
