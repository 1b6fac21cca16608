import type { MiddlewareHandler } from "hono";
import type { Log } from "../../log/log.ts";
import { clientAddress } from "../caller/client-address.ts";

/** The statuses that are logged: unauthorized, forbidden, misdirected request (wrong `Host`), too many requests. */
const loggedStatuses: ReadonlySet<number> = new Set([401, 403, 421, 429]);

/**
 * Logs refused requests: all of the auth wire, and on other wires those that concern the caller's identity (OWASP ASVS
 * 5.0, 16.3.1 to 16.3.3). The fields are those of the reference (supabase/auth,
 * `internal/observability/request-logger.go`), except fields into which a caller could put a secret.
 */
export function logRefusals(log: Log): MiddlewareHandler {
  return async (c, next) => {
    await next();
    const { status, headers } = c.res;
    const { path, method } = c.req;
    const isTokenEndpoint = path.endsWith("/token");
    const code = headers.get("x-sb-error-code") ?? codeOfRedirect(headers.get("location"));
    const isRefused =
      status < 500 &&
      (code !== undefined || loggedStatuses.has(status) || (isTokenEndpoint && status === 400));
    if (!isRefused) return;
    log.warn(
      {
        method,
        path: redact(path),
        ...(isTokenEndpoint && { grant_type: redact(c.req.query("grant_type") ?? "") }),
        remote_addr: clientAddress(c) ?? "",
        status,
        error_code: code ?? codeOfProxyStatus(headers.get("proxy-status")),
      },
      "request refused",
    );
  };
}

/** Returns the error code in the redirect of a failed link or callback. */
function codeOfRedirect(location: string | null): string | undefined {
  return /[?&#]error_code=(\w+)/.exec(location ?? "")?.[1];
}

/** Returns PostgREST's error code from `Proxy-Status` (RFC 9209). */
function codeOfProxyStatus(proxyStatus: string | null): string | undefined {
  return /error=(\w+)/.exec(proxyStatus ?? "")?.[1];
}

/** Replaces path segments that contain an e-mail address, for example the name of a file or user. */
export function redact(text: string): string {
  const parts = text.split("/").map((part) => (/@|%40/.test(part) ? "…" : part));
  const redactedPath = parts.join("/");
  return redactedPath.length > 200 ? `${redactedPath.slice(0, 200)}…` : redactedPath;
}
