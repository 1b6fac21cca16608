import { createHash, type KeyObject, randomUUID, sign } from "node:crypto";
import { inflateRawSync } from "node:zlib";
import { type Context, Hono } from "hono";
import type { Database } from "../../database/port.ts";
import { incomingBody, readText } from "../../http/body/body.ts";
import { chosenPerson, defaultChoice, readChoice } from "../providers/sandbox/authorize.ts";
import { authorizePage, formPostPage, refusalPage } from "../providers/sandbox/page.ts";
import type { Person } from "../providers/sandbox/people.ts";
import { renderPage } from "../providers/sandbox.ts";
import { nameIdFormats } from "./assertion.ts";
import { certificateOf, storedSamlKey } from "./keys.ts";
import { childrenOf, escapeXml, parseXml } from "./xml.ts";

export interface SamlSandboxOptions {
  /** The origin at which the sandbox is served. */
  readonly origin: string;
  readonly database: Database;
  /** The only address that receives responses: the project's own. */
  readonly acsUrl: string;
}

const title = "Identity Provider";

/**
 * The sandbox replaces an organization's identity provider, for development without a network. It signs its assertions
 * like a real one, so that the same checks run as in production.
 */
export function createSamlSandbox({ origin, database, acsUrl }: SamlSandboxOptions): Hono {
  const base = `${origin}/sandbox/saml`;
  const app = new Hono().basePath("/sandbox/saml");

  app.get("/metadata", async (c) => {
    const key = await storedSamlKey(database, "sandbox");
    const certificate = await certificateOf(key, "sandbox");
    c.header("content-type", "application/xml");
    return c.body(identityProviderMetadata(base, certificate));
  });

  app.get("/authorize", async (c) => {
    const parameters = new URL(c.req.url).searchParams;
    const request = readRequest(parameters, acsUrl);
    return request === undefined ? refuse(c) : renderPage(c, pageOf(parameters));
  });

  app.post("/authorize", async (c) => {
    const form = new URLSearchParams(await readText(incomingBody(c)));
    const request = readRequest(form, acsUrl);
    if (request === undefined) return refuse(c);
    const choice = readChoice(form);
    const person = chosenPerson(choice);
    if (form.get("decision") !== "deny" && person === undefined) {
      const emailError = "Enter an email address, such as someone@example.com.";
      return renderPage(c, pageOf(form, choice, emailError), 400);
    }
    const response = samlResponse({
      key: await storedSamlKey(database, "sandbox"),
      issuer: `${base}/metadata`,
      acsUrl,
      audience: request.issuer,
      requestId: request.id,
      person: form.get("decision") === "deny" ? undefined : person,
    });
    const parameters = new URLSearchParams({
      SAMLResponse: Buffer.from(response).toString("base64"),
      RelayState: form.get("RelayState") ?? "",
    });
    return renderPage(c, formPostPage(title, acsUrl, parameters));
  });

  function pageOf(parameters: URLSearchParams, choice = defaultChoice, emailError?: string) {
    return authorizePage({
      provider: { title },
      request: {
        SAMLRequest: parameters.get("SAMLRequest") ?? "",
        RelayState: parameters.get("RelayState") ?? "",
        redirect_uri: acsUrl,
      },
      failures: ["none"],
      choice,
      emailError,
    });
  }

  return app;
}

function refuse(c: Context): Response | Promise<Response> {
  return renderPage(c, refusalPage(title, "The request is not one of this project."), 400);
}

/** The longest request that is decompressed. */
const maxRequestBytes = 64 * 1024;

/** Reads a request (SAML 2.0 Bindings, section 3.4.4.1), or returns undefined if it is not for this project. */
function readRequest(parameters: URLSearchParams, acsUrl: string) {
  try {
    const compressed = Buffer.from(parameters.get("SAMLRequest") ?? "", "base64");
    const xml = inflateRawSync(compressed, { maxOutputLength: maxRequestBytes }).toString();
    const request = parseXml(xml);
    const id = request.attributes.get("ID") ?? "";
    const issuer = childrenOf(request, "assertion", "Issuer")[0]?.text ?? "";
    const isOwn = request.attributes.get("AssertionConsumerServiceURL") === acsUrl;
    return isOwn && id !== "" && issuer !== "" ? { id, issuer } : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the metadata of an identity provider whose URLs begin with `base`. */
export function identityProviderMetadata(base: string, certificate: string): string {
  return `<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${base}/metadata"><md:IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol"><md:KeyDescriptor use="signing"><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data><ds:X509Certificate>${certificate}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor><md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${base}/authorize"/></md:IDPSSODescriptor></md:EntityDescriptor>`;
}

export interface SamlResponse {
  readonly key: KeyObject;
  readonly issuer: string;
  readonly acsUrl: string;
  readonly audience: string;
  /** The id of the request. Undefined if the provider begins the sign-in. */
  readonly requestId: string | undefined;
  /** The person's account. Undefined if the person has refused to sign in. */
  readonly person: Person | undefined;
}

/** How long an assertion of the sandbox is valid. */
const validityMs = 60_000;

/** Returns a response with a signed assertion about the person, or with the status of a refusal. */
export function samlResponse(response: SamlResponse): string {
  const { issuer, acsUrl, requestId, person } = response;
  const status = person
    ? `<samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"></samlp:StatusCode>`
    : `<samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Requester"><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:RequestDenied"></samlp:StatusCode></samlp:StatusCode>`;
  const inResponseTo = requestId === undefined ? "" : ` InResponseTo="${escapeXml(requestId)}"`;
  return `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" Destination="${escapeXml(acsUrl)}" ID="_${randomUUID()}"${inResponseTo} IssueInstant="${new Date().toISOString()}" Version="2.0"><saml:Issuer xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">${escapeXml(issuer)}</saml:Issuer><samlp:Status>${status}</samlp:Status>${person ? signedAssertion(response, person) : ""}</samlp:Response>`;
}

/**
 * Returns an assertion with its signature (XML Signature, section 3.1). The text is already canonical: the attributes
 * are in order, and each element declares only the namespace that it needs.
 */
function signedAssertion({ key, ...response }: SamlResponse, person: Person): string {
  const id = `_${randomUUID()}`;
  const now = Date.now();
  const time = (offsetMs: number) => new Date(now + offsetMs).toISOString();
  const inResponseTo =
    response.requestId === undefined ? "" : ` InResponseTo="${escapeXml(response.requestId)}"`;
  const subject = createHash("sha256").update(person.email).digest("hex").slice(0, 32);
  const attributes = { email: person.email, name: person.name };
  const statements = Object.entries(attributes).map(
    ([name, value]) =>
      `<saml:Attribute Name="${name}"><saml:AttributeValue>${escapeText(value)}</saml:AttributeValue></saml:Attribute>`,
  );
  const head = `<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${id}" IssueInstant="${time(0)}" Version="2.0"><saml:Issuer>${escapeText(response.issuer)}</saml:Issuer>`;
  const tail = `<saml:Subject><saml:NameID Format="${nameIdFormats.persistent}">${subject}</saml:NameID><saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData${inResponseTo} NotOnOrAfter="${time(validityMs)}" Recipient="${escapeXml(response.acsUrl)}"></saml:SubjectConfirmationData></saml:SubjectConfirmation></saml:Subject><saml:Conditions NotBefore="${time(-1000)}" NotOnOrAfter="${time(validityMs)}"><saml:AudienceRestriction><saml:Audience>${escapeText(response.audience)}</saml:Audience></saml:AudienceRestriction></saml:Conditions><saml:AuthnStatement AuthnInstant="${time(0)}"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement><saml:AttributeStatement>${statements.join("")}</saml:AttributeStatement></saml:Assertion>`;
  return head + signatureOf(head + tail, id, key) + tail;
}

/** Escapes text as exclusive canonicalization does, which leaves quotes as they are. */
const escapeText = (text: string) => escapeXml(text).replaceAll("&quot;", '"');

const exclusiveCanonicalization = "http://www.w3.org/2001/10/xml-exc-c14n#";

function signatureOf(canonicalText: string, id: string, key: KeyObject): string {
  const digest = createHash("sha256").update(canonicalText).digest("base64");
  const signedInfo = (namespace: string) =>
    `<ds:SignedInfo${namespace}><ds:CanonicalizationMethod Algorithm="${exclusiveCanonicalization}"></ds:CanonicalizationMethod><ds:SignatureMethod Algorithm="http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"></ds:SignatureMethod><ds:Reference URI="#${id}"><ds:Transforms><ds:Transform Algorithm="http://www.w3.org/2000/09/xmldsig#enveloped-signature"></ds:Transform><ds:Transform Algorithm="${exclusiveCanonicalization}"></ds:Transform></ds:Transforms><ds:DigestMethod Algorithm="http://www.w3.org/2001/04/xmlenc#sha256"></ds:DigestMethod><ds:DigestValue>${digest}</ds:DigestValue></ds:Reference></ds:SignedInfo>`;
  const namespace = ' xmlns:ds="http://www.w3.org/2000/09/xmldsig#"';
  const value = sign("sha256", Buffer.from(signedInfo(namespace)), key).toString("base64");
  return `<ds:Signature${namespace}>${signedInfo("")}<ds:SignatureValue>${value}</ds:SignatureValue></ds:Signature>`;
}
