/**
 * Loads the SAML code on first use: with its XML parser and its library, it would be a large part of all code loaded at
 * startup.
 */
export const loadSaml = (): Promise<typeof import("./saml.ts")> => import("./saml.ts");
