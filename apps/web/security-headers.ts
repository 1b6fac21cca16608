/**
 * The security headers of every page, the same that the embedded server sends. What each is for:
 * https://owasp.org/www-project-secure-headers/
 *
 * @param hostedUrl the address of the hosted backend, which the page must be allowed to call; with
 *   none, the backend is where the page is
 */
export function securityHeaders(hostedUrl?: string): Readonly<Record<string, string>> {
  const backend = hostedUrl ? ` ${new URL(hostedUrl).origin}` : "";
  return {
    "Content-Security-Policy": [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      // Pictures of people come from wherever their provider keeps them.
      "img-src 'self' data: https:",
      `connect-src 'self'${backend}`,
      "manifest-src 'self'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
    ].join("; "),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    // The address of a page can hold a token for a moment; no other site is to see it.
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
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
