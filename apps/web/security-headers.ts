/**
 * The security headers of every page, the same that the embedded server sends. What each is for:
 * https://owasp.org/www-project-secure-headers/
 *
 * @param hostedUrl the address of the hosted backend, which the page must be allowed to call; with
 *   none, the backend is where the page is
 */
export function securityHeaders(hostedUrl?: string): Readonly<Record<string, string>> {
  const origin = hostedUrl && new URL(hostedUrl).origin;
  // An address of https: stands for none of wss: (CSP 3, section 6.7.2.8).
  const backend = origin ? ` ${origin} ${origin.replace(/^http/, "ws")}` : "";
  return {
    "Content-Security-Policy": [
      "default-src 'self'",
      `connect-src 'self'${backend}`,
      // Pictures of people come from wherever their provider keeps them.
      "img-src 'self' data: https:",
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
    ].join("; "),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "strict-origin-when-cross-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "X-Frame-Options": "DENY",
  };
}

/** The file `_headers` of static hosts: https://developers.cloudflare.com/pages/configuration/headers/ */
export function headersFile(hostedUrl?: string): string {
  const lines = Object.entries(securityHeaders(hostedUrl)).map(
    ([name, value]) => `  ${name}: ${value}`,
  );
  return [
    "# Static hosting in production: the same headers that the embedded server sends.",
    "# Written by the build from security-headers.ts; connect-src holds VITE_SUPABASE_URL.",
    "/*",
    ...lines,
    "  Strict-Transport-Security: max-age=31536000; includeSubDomains",
    "",
    "# Files named by their content never change.",
    "/assets/*",
    "  Cache-Control: public, max-age=31536000, immutable",
    "",
  ].join("\n");
}
