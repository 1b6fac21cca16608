import type { IncomingMessage } from "node:http";

/** Headers that apply to a single connection (RFC 9110, section 7.6.1), and headers for authentication with proxies. */
const hopByHopHeaders: ReadonlySet<string> = new Set([
  "connection",
  "keep-alive",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "http2-settings",
  "proxy-authenticate",
  "proxy-authorization",
]);

/**
 * Headers in which proxies send the address of the caller. Functions use them for rate limits, but any caller can send
 * them.
 */
const callerAddressHeaders =
  /^(?:forwarded|x-forwarded-.*|x-original-forwarded-.*|(?:.*-)?(?:real|client|connecting|user|remote)-?ip(?:v6)?|.*-client-?address|x-forwarded|x-remote-addr|sb-forwarded-for|x-vercel-forwarded-for|x-envoy-external-address|x-nf-client-connection-ip|cf-pseudo-ipv4|x-originating-ip|x-proxyuser-ip|ali-cdn-real-ip)$/;

/** Properties of a request that the server itself has determined. */
export interface TrustedProperties {
  /** Undefined if the request has no connection. */
  readonly address: string | undefined;
  /** The header in which the project's proxies send the address. */
  readonly addressHeader: string;
  readonly host: string;
  readonly protocol: string;
  readonly requestId: string | undefined;
}

/**
 * Returns the headers that a function receives: the caller's headers without connection headers, and with the server's
 * own values for the address, host and protocol.
 */
export function headersForFunction(headers: Headers, trusted: TrustedProperties): Headers {
  const result = withoutHopByHop(headers);
  for (const name of ["host", "expect", "content-length"]) result.delete(name);
  for (const name of [...result.keys()]) if (callerAddressHeaders.test(name)) result.delete(name);
  const { address, addressHeader, host, protocol, requestId } = trusted;
  if (address !== undefined) {
    result.set(addressHeader, address);
    result.set("x-forwarded-for", address);
    result.set("x-real-ip", address);
  }
  result.set("x-forwarded-host", host);
  result.set("x-forwarded-proto", protocol);
  if (requestId !== undefined) result.set("x-request-id", requestId);
  return result;
}

/** Returns the headers of a function's response that callers receive. */
export function headersForCaller({ rawHeaders }: Pick<IncomingMessage, "rawHeaders">): Headers {
  const receivedHeaders = new Headers();
  for (let index = 0; index < rawHeaders.length; index += 2) {
    receivedHeaders.append(rawHeaders[index] ?? "", rawHeaders[index + 1] ?? "");
  }
  const result = withoutHopByHop(receivedHeaders);
  neutralizeScripts(result);
  return result;
}

function withoutHopByHop(headers: Headers): Headers {
  const result = new Headers(headers);
  for (const name of hopByHopHeaders) result.delete(name);
  for (const name of headers.get("connection")?.split(",") ?? []) {
    // `Headers` throws for an invalid name.
    if (/^[\w!#$%&'*+.^`|~-]+$/.test(name.trim())) result.delete(name.trim());
  }
  return result;
}

/**
 * Prevents scripts in a function's response from running on an origin that the product may share. HTML becomes plain
 * text, as on the hosted service (https://supabase.com/docs/guides/functions/limits), for every method, since a form
 * of another site can post. Other documents that can contain scripts, such as SVG, run in a sandbox.
 */
function neutralizeScripts(headers: Headers): void {
  const type = headers.get("content-type");
  if (type === null) return;
  if (/html/i.test(type)) {
    const [, charset = "utf-8"] = /charset="?([\w-]+)/i.exec(type) ?? [];
    headers.set("content-type", `text/plain; charset=${charset}`);
  } else if (/xml|xsl|multipart\//i.test(type)) {
    headers.append("content-security-policy", "sandbox; frame-ancestors 'none'");
  }
}
