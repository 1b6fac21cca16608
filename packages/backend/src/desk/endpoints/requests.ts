import { findRequest, requireDevelopment } from "../find-request.ts";
import { repeatRequest } from "../repeat.ts";
import type { Endpoint } from "./endpoint.ts";

/**
 * `GET /requests?after=`: returns the requests since a position, the oldest first. If there are none, waits up to about
 * 20 seconds for the next request.
 */
export const getRequests: Endpoint = async ({ recentRequests }, c) => {
  const position = c.req.query("after")?.slice(0, 100);
  return c.json(await requireDevelopment(recentRequests).changes(position, c.req.raw.signal));
};

/** `POST /requests/:id/repeat`: sends a request again, with a new token for its caller. */
export const postRepeat: Endpoint = async (context, c) => {
  const found = findRequest(context, Number(c.req.param("id")));
  const { origin } = new URL(c.req.url);
  return c.json(await repeatRequest(context, origin, found));
};
