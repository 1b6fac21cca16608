import { createMiddleware } from "hono/factory";

/**
 * Refuses every request from a page in a browser. The tools can read and change the complete database, and any page
 * that the developer opens could send a request to this machine. The protocol requires that `Origin` is validated
 * (https://modelcontextprotocol.io/specification/2025-06-18/basic/transports#security-warning). Here, no origin is
 * valid, not even the server's own, which also serves users' files and the application's pages. Agents are programs and
 * send neither `Origin` nor Fetch Metadata.
 */
export const refusePages = createMiddleware(async (c, next) => {
  const site = c.req.header("sec-fetch-site");
  const isFromPage =
    c.req.header("origin") !== undefined || (site !== undefined && site !== "none");
  if (!isFromPage) return next();
  return refusal(403, "The MCP server does not accept requests from web pages.");
});

/** Returns an error that clients display: JSON-RPC (specification 2.0, section 5.1) without a request id. */
export const refusal = (status: number, message: string): Response =>
  Response.json({ jsonrpc: "2.0", error: { code: -32000, message }, id: null }, { status });
