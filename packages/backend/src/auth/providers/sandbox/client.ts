/**
 * What the sandbox knows the backend by. No secret: it is open to whoever can open its page, and
 * the check is there so that the same code runs as against a real provider.
 */
export const sandboxClient = {
  clientId: "portico-sandbox",
  clientSecret: "portico-sandbox-secret",
} as const;
