export { attributeValues, emailOf, mapClaims, sessionEndOf, subjectOf } from "./assertion.ts";
export { fetchMetadata } from "./fetch-metadata.ts";
export { type IdentityProviderMetadata, parseIdentityProviderMetadata } from "./metadata.ts";
export { createSamlSandbox } from "./sandbox.ts";
export {
  InvalidSamlResponse,
  loadServiceProvider,
  metadataXml,
  signInUrl,
  verifyResponse,
} from "./service-provider.ts";
export { childrenOf, parseXml } from "./xml.ts";
