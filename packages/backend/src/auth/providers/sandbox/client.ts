/**
 * The sandbox's client id and secret for the backend. They protect nothing: any visitor may open its
 * page, and the check exists so that the same code runs as against a real provider.
 */
export const sandboxClient = {
  clientId: "portico-sandbox",
  clientSecret: "portico-sandbox-secret",
} as const;
