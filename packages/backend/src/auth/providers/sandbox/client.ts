/**
 * The sandbox's client id and secret. They protect nothing; they exist so that the same code runs as with a
 * real provider.
 */
export const sandboxClient = {
  clientId: "portico-sandbox",
  clientSecret: "portico-sandbox-secret",
} as const;
