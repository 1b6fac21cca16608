import { createMiddleware } from "hono/factory";

/**
 * Refuses every request of a page in a browser. The tools can read and change the whole database,
 * and any page that the developer opens could send a request to this machine. The protocol demands that `Origin` is validated
 * (https://modelcontextprotocol.io/specification/2025-06-18/basic/transports#security-warning). Here no origin is
 * valid, not even the server's own, where files of users and pages of the application are: agents are programs, which
 * send neither this header nor Fetch Metadata about a site.
 */
export const refusePages = createMiddleware(async (c, next) => {
  const site = c.req.header("sec-fetch-site");
  const isFromPage =
    c.req.header("origin") !== undefined || (site !== undefined && site !== "none");
  if (!isFromPage) return next();
  return refusal(403, "The MCP server does not answer pages in a browser.");
});

/** Returns an answer that clients show: an error of JSON-RPC (specification 2.0, section 5.1) without a request's id. */
export const refusal = (status: number, message: string): Response =>
  Response.json({ jsonrpc: "2.0", error: { code: -32000, message }, id: null }, { status });
