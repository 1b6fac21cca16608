/**
 * Returns the security headers of every page, which the embedded server sends too. See
 * https://owasp.org/www-project-secure-headers/
 *
 * @param hostedUrl the URL of the hosted backend; without it, the backend has the page's origin
 */
export function securityHeaders(hostedUrl?: string): Readonly<Record<string, string>> {
  const origin = hostedUrl && new URL(hostedUrl).origin;
  // An https: source does not match wss: URLs (CSP 3, section 6.7.2.8).
  const backend = origin ? ` ${origin} ${origin.replace(/^http/, "ws")}` : "";
  return {
    "Content-Security-Policy": [
      "default-src 'self'",
      `connect-src 'self'${backend}`,
      // Profile pictures come from the social providers' hosts.
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

/** Returns the file `_headers` of static hosts: https://developers.cloudflare.com/pages/configuration/headers/ */
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
    "# Files with a hash in their name never change.",
    "/assets/*",
    "  Cache-Control: public, max-age=31536000, immutable",
    "",
  ].join("\n");
}
