import { createPrivateKey, type KeyObject } from "node:crypto";
import type { SAML, SamlConfig } from "@node-saml/node-saml";
import { isPackageMissing, packageToInstall } from "../../missing-package.ts";
import type { AuthContext } from "../context.ts";
import { AuthError } from "../errors.ts";
import { nameIdFormats } from "./assertion.ts";
import { certificateOf, storedSamlKey } from "./keys.ts";
import type { IdentityProviderMetadata } from "./metadata.ts";
import { refuseLargeResponse } from "./response-size.ts";
import { childrenOf, elementsAt, escapeXml, parseXml, type XmlElement } from "./xml.ts";

/** The project in its role as a SAML 2.0 service provider. */
export interface ServiceProvider {
  /** The project's name at identity providers, which is the URL of its metadata. */
  readonly entityId: string;
  /** The assertion consumer service, which receives responses. */
  readonly acsUrl: string;
  readonly key: KeyObject;
  readonly certificate: string;
}

/** @throws {AuthError} 404 if the project has not enabled SAML */
export async function loadServiceProvider(context: AuthContext): Promise<ServiceProvider> {
  if (!context.saml) throw samlDisabled();
  const base = `${(context.saml.externalUrl ?? context.config.auth.external_url).replace(/\/$/, "")}/sso/saml`;
  const { privateKey } = context.saml;
  const key = privateKey
    ? createPrivateKey({ key: Buffer.from(privateKey, "base64"), format: "der", type: "pkcs1" })
    : await storedSamlKey(context.database, "service");
  return {
    entityId: `${base}/metadata`,
    acsUrl: `${base}/acs`,
    key,
    certificate: await certificateOf(key, new URL(base).hostname),
  };
}

export const samlDisabled = () =>
  new AuthError(404, "saml_provider_disabled", "SAML 2.0 is disabled");

/** Returns the project's metadata document. */
export function metadataXml(
  { entityId, acsUrl, certificate }: ServiceProvider,
  options: { readonly allowsEncryption: boolean; readonly validUntil?: Date | undefined },
): string {
  const uses = ["signing", ...(options.allowsEncryption ? ["encryption"] : [])];
  const keys = uses.map(
    (use) =>
      `<md:KeyDescriptor use="${use}"><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data><ds:X509Certificate>${certificate}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>`,
  );
  const formats = [nameIdFormats.email, nameIdFormats.persistent].map(
    (format) => `<md:NameIDFormat>${format}</md:NameIDFormat>`,
  );
  const validUntil = options.validUntil ? ` validUntil="${options.validUntil.toISOString()}"` : "";
  return `<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${escapeXml(entityId)}"${validUntil}><md:SPSSODescriptor WantAssertionsSigned="true" protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">${keys.join("")}${formats.join("")}<md:AssertionConsumerService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${escapeXml(acsUrl)}" index="1" isDefault="true"/></md:SPSSODescriptor></md:EntityDescriptor>`;
}

/** The accepted clock skew and the maximum age of an assertion, as in the reference's library. */
const [maxClockSkewMs, maxAssertionAgeMs] = [180_000, 90_000];

/**
 * Loads the SAML library on first use. It is not installed with the backend, because few projects need it.
 *
 * @throws {AuthError} 500 if the package is missing
 */
async function createSaml(
  context: AuthContext,
  service: ServiceProvider,
  provider: IdentityProviderMetadata,
  options: Partial<SamlConfig> = {},
): Promise<SAML> {
  const library = await import("@node-saml/node-saml").catch((error: unknown) => {
    if (!isPackageMissing(error)) throw error;
    const command = `npm install ${packageToInstall("@node-saml/node-saml")}`;
    throw new AuthError(500, "unexpected_failure", `Single sign-on needs a package: ${command}`, {
      cause: error,
    });
  });
  const privateKey = service.key.export({ type: "pkcs8", format: "pem" }).toString();
  return new library.SAML({
    issuer: service.entityId,
    audience: service.entityId,
    callbackUrl: service.acsUrl,
    idpCert: [...provider.certificates],
    privateKey,
    signatureAlgorithm: "sha256",
    acceptedClockSkewMs: maxClockSkewMs,
    maxAssertionAgeMs,
    ...(context.saml?.allowsEncryptedAssertions ? { decryptionPvk: privateKey } : {}),
    // The assertion itself is always signed, so nothing outside of it is trusted.
    wantAssertionsSigned: true,
    wantAuthnResponseSigned: false,
    disableRequestedAuthnContext: true,
    ...options,
  });
}

/** Returns the URL that starts a sign-in at an identity provider, and the id of the request. */
export async function signInUrl(
  context: AuthContext,
  provider: IdentityProviderMetadata,
  { relayState, nameIdFormat }: { relayState: string; nameIdFormat: string | null },
): Promise<{ readonly url: string; readonly requestId: string }> {
  if (provider.redirectUrl === undefined) {
    throw new AuthError(
      500,
      "unexpected_failure",
      "Error creating SAML authentication request redirect URL",
    );
  }
  const requestId = `_${crypto.randomUUID()}`;
  const saml = await createSaml(context, await loadServiceProvider(context), provider, {
    entryPoint: provider.redirectUrl,
    identifierFormat: nameIdFormat ?? nameIdFormats.persistent,
    generateUniqueId: () => requestId,
  });
  return { url: await saml.getAuthorizeUrlAsync(relayState, undefined, {}), requestId };
}

/** Thrown if a response is invalid. The message is only logged. */
export class InvalidSamlResponse extends Error {
  override readonly name = "InvalidSamlResponse";
}

/**
 * Verifies a response of an identity provider, and returns its signed assertion. Everything is read from the verified
 * bytes, so an assertion that was wrapped around or beside them has no effect.
 *
 * @param requestId the request that the response answers, or undefined if the provider began the sign-in
 * @throws {InvalidSamlResponse}
 */
export async function verifyResponse(
  context: AuthContext,
  provider: IdentityProviderMetadata,
  samlResponse: string,
  requestId: string | undefined,
): Promise<XmlElement> {
  const service = await loadServiceProvider(context);
  const saml = await createSaml(context, service, provider);
  const refuse = (error: unknown): never => {
    const reason = error instanceof Error ? error.message : String(error);
    throw new InvalidSamlResponse(reason, { cause: error });
  };
  const xml = Buffer.from(samlResponse, "base64").toString();
  const { decryptionPvk: decryptionKey } = saml.options;
  await refuseLargeResponse(xml, decryptionKey?.toString()).catch(refuse);
  const { profile } = await saml
    .validatePostResponseAsync({ SAMLResponse: samlResponse })
    .catch(refuse);
  const verifiedXml = profile?.getAssertionXml?.();
  if (!verifiedXml) throw new InvalidSamlResponse("There is no assertion.");
  const assertion = parseXml(verifiedXml);
  const reason = findFault(assertion, { service, entityId: provider.entityId, requestId });
  if (reason !== undefined) throw new InvalidSamlResponse(reason);
  return assertion;
}

/**
 * Returns why an assertion is not for this sign-in, or undefined (SAML 2.0 Profiles, section 4.1.4.3). The library
 * checks the signature, the conditions and the audience.
 */
function findFault(
  assertion: XmlElement,
  expected: {
    readonly service: ServiceProvider;
    readonly entityId: string;
    readonly requestId: string | undefined;
  },
): string | undefined {
  const [issuer] = childrenOf(assertion, "assertion", "Issuer");
  if (issuer?.text.trim() !== expected.entityId) return "The issuer is another one.";
  if (!assertion.attributes.get("ID")) return "The assertion has no ID.";
  if (childrenOf(assertion, "assertion", "Conditions").length !== 1) {
    return "There are no conditions.";
  }
  const confirmations = elementsAt(
    assertion,
    ...(["assertion", "Subject", "SubjectConfirmation"] as const),
  )
    .filter(({ attributes }) => attributes.get("Method") === bearerMethod)
    .flatMap((confirmation) => childrenOf(confirmation, "assertion", "SubjectConfirmationData"));
  const isForUs = confirmations.some(({ attributes }) => {
    const end = Date.parse(attributes.get("NotOnOrAfter") ?? "");
    return (
      attributes.get("Recipient") === expected.service.acsUrl &&
      attributes.get("InResponseTo") === expected.requestId &&
      Date.now() < end + maxClockSkewMs
    );
  });
  return isForUs ? undefined : "No subject confirmation is for this request.";
}

const bearerMethod = "urn:oasis:names:tc:SAML:2.0:cm:bearer";
