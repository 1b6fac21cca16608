import type { Endpoint } from "./endpoint.ts";

/** `GET /api/ping`: answers as long as the process serves requests. */
export const ping: Endpoint = (_context, c) => c.json({ message: "Success" });
