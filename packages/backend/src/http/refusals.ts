import type { MiddlewareHandler } from "hono";
import type { Log } from "../log/log.ts";
import { clientAddress } from "./client-address.ts";

/** Unauthorized, forbidden, misdirected to a name that is not the server's, too many requests. */
const suspicious: ReadonlySet<number> = new Set([401, 403, 421, 429]);

/**
 * Logs refusals: all of the auth wire, and elsewhere those that concern the caller's identity (OWASP ASVS
 * 5.0, 16.3.1 to 16.3.3). The fields are those of the reference (supabase/auth,
 * `internal/observability/request-logger.go`), except any into which the caller could have written a secret.
 */
export function writeRefusals(log: Log): MiddlewareHandler {
  return async (c, next) => {
    await next();
    const { status, headers } = c.res;
    const { path, method } = c.req;
    const isToken = path.endsWith("/token");
    const code = headers.get("x-sb-error-code") ?? codeOfRedirect(headers.get("location"));
    const isRefused =
      status < 500 && (code !== undefined || suspicious.has(status) || (isToken && status === 400));
    if (!isRefused) return;
    log.warn(
      {
        method,
        path: told(path),
        ...(isToken && { grant_type: told(c.req.query("grant_type") ?? "") }),
        remote_addr: clientAddress(c) ?? "",
        status,
        error_code: code ?? codeOfData(headers.get("proxy-status")),
      },
      "request refused",
    );
  };
}

/** The error code in a redirect: a failed link or callback redirects with the reason. */
function codeOfRedirect(location: string | null): string | undefined {
  return /[?&#]error_code=(\w+)/.exec(location ?? "")?.[1];
}

/** PostgREST's error code (RFC 9209). */
function codeOfData(proxyStatus: string | null): string | undefined {
  return /error=(\w+)/.exec(proxyStatus ?? "")?.[1];
}

/** A path may name a file or a user by an e-mail address. */
function told(text: string): string {
  const parts = text.split("/").map((part) => (/@|%40/.test(part) ? "…" : part));
  const anonymous = parts.join("/");
  return anonymous.length > 200 ? `${anonymous.slice(0, 200)}…` : anonymous;
}
