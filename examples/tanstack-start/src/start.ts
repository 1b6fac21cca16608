import { createCsrfMiddleware, createMiddleware, createStart } from "@tanstack/react-start";
import { setResponseHeader } from "@tanstack/react-start/server";
import { url } from "./settings";

/** Sets a Content-Security-Policy that only allows scripts with this page's nonce. Prevents caching of users' pages. */
const securityHeaders = createMiddleware().server(({ next }) => {
  const nonce = crypto.randomUUID();
  setResponseHeader("Cache-Control", "private, no-store");
  // In development, Vite adds styles and its own connection, which the policy would block.
  if (import.meta.env.PROD) {
    setResponseHeader("Content-Security-Policy", contentSecurityPolicy(nonce));
  }
  return next({ context: { nonce } });
});

function contentSecurityPolicy(nonce: string): string {
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'`,
    `connect-src 'self' ${new URL(url).origin}`,
    "img-src 'self' data:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}

/** Prevents other sites from calling a server function on behalf of a visitor (CSRF). */
const csrf = createCsrfMiddleware({ filter: ({ handlerType }) => handlerType === "serverFn" });

export const startInstance = createStart(() => ({ requestMiddleware: [csrf, securityHeaders] }));
