/**
 * Cross-origin requests (https://fetch.spec.whatwg.org/#http-cors-protocol), as PostgREST allows them:
 * any origin, without credentials. Tokens are sent in headers, never in cookies.
 */

const safelistedHeaders = ["Accept", "Accept-Language", "Content-Language"];

const exposedHeaders = [
  "Content-Encoding",
  "Content-Location",
  "Content-Range",
  "Content-Type",
  "Date",
  "Location",
  "Server",
  "Transfer-Encoding",
  "Range-Unit",
];

/** The answer to a preflight request, or null for any other. */
export function preflight(method: string, headers: Headers): Response | null {
  if (method !== "OPTIONS" || !headers.has("origin")) return null;
  if (!headers.has("access-control-request-method")) return null;
  const asked = (headers.get("access-control-request-headers") ?? "")
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
  return new Response("", {
    headers: {
      "Access-Control-Allow-Origin": "*",
      "Access-Control-Allow-Methods": "GET, POST, PATCH, PUT, DELETE, OPTIONS, HEAD",
      "Access-Control-Allow-Headers": ["Authorization", ...asked, ...safelistedHeaders].join(", "),
      "Access-Control-Max-Age": "86400",
    },
  });
}

/** What a page of another origin needs to read a response. */
export function sharingHeaders(headers: Headers): [string, string][] {
  if (!headers.has("origin")) return [];
  return [
    ["Access-Control-Allow-Origin", "*"],
    ["Access-Control-Expose-Headers", exposedHeaders.join(", ")],
  ];
}
