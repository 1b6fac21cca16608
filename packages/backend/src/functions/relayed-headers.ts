import type { IncomingMessage } from "node:http";

/** Fields that concern one connection alone (RFC 9110, section 7.6.1), and those of proxies' logins. */
const hopByHop: ReadonlySet<string> = new Set([
  ...["connection", "keep-alive", "proxy-connection", "te", "trailer", "transfer-encoding"],
  ...["upgrade", "http2-settings", "proxy-authenticate", "proxy-authorization"],
]);

/** Fields by which proxies name the caller. Anybody can send them, and functions limit callers by them. */
const ofCallersAddress =
  /^(?:forwarded|x-forwarded-.*|x-original-forwarded-.*|(?:.*-)?(?:real|client|connecting|user|remote)-?ip(?:v6)?|.*-client-?address|x-forwarded|x-remote-addr|sb-forwarded-for|x-vercel-forwarded-for|x-envoy-external-address|x-nf-client-connection-ip|cf-pseudo-ipv4|x-originating-ip|x-proxyuser-ip|ali-cdn-real-ip)$/;

/** Facts of a request that the server itself knows. */
export interface KnownToServer {
  /** Undefined where there is no connection. */
  readonly address: string | undefined;
  /** The header by which the project's proxies tell the address. */
  readonly addressHeader: string;
  readonly host: string;
  readonly protocol: string;
  readonly requestId: string | undefined;
}

/**
 * Returns the headers of a request as its function gets them: those of the caller, without what concerns the
 * caller's connection, and with what the server knows in place of what callers say of themselves.
 */
export function headersForFunction(headers: Headers, known: KnownToServer): Headers {
  const passed = withoutHopByHop(headers);
  for (const name of ["host", "expect", "content-length"]) passed.delete(name);
  for (const name of [...passed.keys()]) if (ofCallersAddress.test(name)) passed.delete(name);
  const { address, addressHeader, host, protocol, requestId } = known;
  if (address !== undefined) {
    passed.set(addressHeader, address);
    passed.set("x-forwarded-for", address);
    passed.set("x-real-ip", address);
  }
  passed.set("x-forwarded-host", host);
  passed.set("x-forwarded-proto", protocol);
  if (requestId !== undefined) passed.set("x-request-id", requestId);
  return passed;
}

/** Returns the headers of a function's response as callers get them. */
export function headersForCaller({ rawHeaders }: Pick<IncomingMessage, "rawHeaders">): Headers {
  const received = new Headers();
  for (let at = 0; at < rawHeaders.length; at += 2) {
    received.append(rawHeaders[at] ?? "", rawHeaders[at + 1] ?? "");
  }
  const passed = withoutHopByHop(received);
  shutIn(passed);
  return passed;
}

function withoutHopByHop(headers: Headers): Headers {
  const passed = new Headers(headers);
  for (const name of hopByHop) passed.delete(name);
  for (const name of headers.get("connection")?.split(",") ?? []) {
    // A name that is not one would throw.
    if (/^[\w!#$%&'*+.^`|~-]+$/.test(name.trim())) passed.delete(name.trim());
  }
  return passed;
}

/**
 * Keeps scripts of a function's response from running on the origin that the product may share with it. Pages
 * become plain text, as on the hosted service (https://supabase.com/docs/guides/functions/limits), whatever the
 * method: a form of another site can post. Other documents with scripts, such as drawings, run in a sandbox.
 */
function shutIn(headers: Headers): void {
  const type = headers.get("content-type");
  if (type === null) return;
  if (/html/i.test(type)) {
    const [, charset = "utf-8"] = /charset="?([\w-]+)/i.exec(type) ?? [];
    headers.set("content-type", `text/plain; charset=${charset}`);
  } else if (/xml|xsl|multipart\//i.test(type)) {
    headers.append("content-security-policy", "sandbox; frame-ancestors 'none'");
  }
}
