import { badRequest } from "../errors.ts";
import { parseDuration as parseIsoDuration } from "./iso-duration.ts";
import { childrenOf, elementsAt, namespaces, parseXml, type XmlElement } from "./xml.ts";

/** The metadata of an identity provider (SAML 2.0 Metadata, section 2.4.3). */
export interface IdentityProviderMetadata {
  readonly entityId: string;
  /** The URL that receives sign-in requests by redirect. */
  readonly redirectUrl: string | undefined;
  /** The certificates that verify its signatures, in base64. */
  readonly certificates: readonly string[];
  /** When the metadata expires, in Unix milliseconds. */
  readonly validUntilMs: number | undefined;
  readonly cacheDurationMs: number | undefined;
}

const redirectBinding = "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect";

/**
 * Parses an identity provider's metadata.
 *
 * @throws {AuthError} 400 if it does not describe exactly one identity provider
 */
export function parseIdentityProviderMetadata(xml: string): IdentityProviderMetadata {
  const entity = findEntity(xml);
  const entityId = entity.attributes.get("entityID") ?? "";
  if (entityId === "") throw invalid("SAML Metadata does not contain an EntityID");
  const [descriptor, ...others] = childrenOf(entity, "metadata", "IDPSSODescriptor");
  if (!descriptor) throw invalid("SAML Metadata does not contain any IDPSSODescriptor");
  if (others.length > 0) throw invalid("SAML Metadata contains multiple IDPSSODescriptors");
  const redirectService = childrenOf(descriptor, "metadata", "SingleSignOnService").find(
    ({ attributes }) => attributes.get("Binding") === redirectBinding,
  );
  const validUntil = Date.parse(entity.attributes.get("validUntil") ?? "");
  return {
    entityId,
    redirectUrl: redirectService?.attributes.get("Location"),
    certificates: childrenOf(descriptor, "metadata", "KeyDescriptor")
      .filter(({ attributes }) => attributes.get("use") !== "encryption")
      .flatMap((key) => childrenOf(key, "signature", "KeyInfo"))
      .flatMap((info) => elementsAt(info, "signature", "X509Data", "X509Certificate"))
      .map(({ text }) => text.replaceAll(/\s/g, "")),
    validUntilMs: Number.isNaN(validUntil) ? undefined : validUntil,
    cacheDurationMs: parseIsoDuration(entity.attributes.get("cacheDuration") ?? ""),
  };
}

/** Returns the document's first description of an identity provider. */
function findEntity(xml: string): XmlElement {
  let root: XmlElement;
  try {
    root = parseXml(xml);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw invalid(`SAML Metadata is not valid XML: ${reason.slice(0, 200)}`);
  }
  if (root.namespace === namespaces.metadata) {
    if (root.name === "EntityDescriptor") return root;
    const entity = childrenOf(root, "metadata", "EntityDescriptor").find(
      (child) => childrenOf(child, "metadata", "IDPSSODescriptor").length > 0,
    );
    if (root.name === "EntitiesDescriptor" && entity) return entity;
  }
  throw invalid("SAML Metadata does not contain any IDPSSODescriptor");
}

const invalid = (message: string) => badRequest("validation_failed", message);
