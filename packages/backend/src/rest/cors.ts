/**
 * Cross-origin requests (https://fetch.spec.whatwg.org/#http-cors-protocol), as PostgREST allows them: any
 * origin without credentials, or the origins that the project lists, with credentials. Tokens are sent in
 * headers, never in cookies.
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

/** Returns the response to a preflight request of an allowed origin, or null for any other request. */
export function createPreflightResponse(
  method: string,
  headers: Headers,
  allowedOrigins: readonly string[],
): Response | null {
  if (method !== "OPTIONS" || !headers.has("access-control-request-method")) return null;
  const origin = originHeaders(headers, allowedOrigins);
  if (origin === null) return null;
  const requestedHeaders = (headers.get("access-control-request-headers") ?? "")
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
  return new Response("", {
    headers: {
      ...origin,
      "Access-Control-Allow-Methods": "GET, POST, PATCH, PUT, DELETE, OPTIONS, HEAD",
      "Access-Control-Allow-Headers": [
        "Authorization",
        ...requestedHeaders,
        ...safelistedHeaders,
      ].join(", "),
      "Access-Control-Max-Age": "86400",
    },
  });
}

/** Returns the headers that let a page of another origin read a response. */
export function corsHeaders(
  headers: Headers,
  allowedOrigins: readonly string[],
): [string, string][] {
  const origin = originHeaders(headers, allowedOrigins);
  if (origin === null) return [];
  return [...Object.entries(origin), ["Access-Control-Expose-Headers", exposedHeaders.join(", ")]];
}

/** @param allowedOrigins an empty list allows every origin */
function originHeaders(
  headers: Headers,
  allowedOrigins: readonly string[],
): Record<string, string> | null {
  const origin = headers.get("origin");
  if (origin === null) return null;
  if (allowedOrigins.length === 0) return { "Access-Control-Allow-Origin": "*" };
  if (!allowedOrigins.includes(origin)) return null;
  return {
    "Access-Control-Allow-Origin": origin,
    "Access-Control-Allow-Credentials": "true",
  };
}
