import type { MiddlewareHandler } from "hono";
import type { Log } from "../log/log.ts";
import { clientAddress } from "./client-address.ts";

/** Not known, not allowed, by a name that is not the server's, too often. */
const suspicious: ReadonlySet<number> = new Set([401, 403, 421, 429]);

/**
 * Writes into the log what somebody was refused: every refusal of the auth wire, and elsewhere those
 * that have to do with who is asking (OWASP ASVS 5.0, 16.3.1 to 16.3.3). The fields are those of the
 * reference (supabase/auth, `internal/observability/request-logger.go`), but for whatever the caller
 * could have written a secret into.
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
        path: shorten(path),
        ...(isToken && { grant_type: shorten(c.req.query("grant_type") ?? "") }),
        remote_addr: clientAddress(c) ?? "",
        status,
        error_code: code ?? codeOfData(headers.get("proxy-status")),
      },
      "request refused",
    );
  };
}

/** A link or a callback that came to nothing leads on with the reason. */
function codeOfRedirect(location: string | null): string | undefined {
  return /[?&#]error_code=(\w+)/.exec(location ?? "")?.[1];
}

/** PostgREST's (RFC 9209). */
function codeOfData(proxyStatus: string | null): string | undefined {
  return /error=(\w+)/.exec(proxyStatus ?? "")?.[1];
}

function shorten(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
