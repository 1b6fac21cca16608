import { generateKeyPairSync } from "node:crypto";
import { createRequire } from "node:module";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { apiVersion, authFixture } from "../../../test/auth/auth-fixture.ts";
import { openTestDatabase } from "../../../test/databases/test-database.ts";
import { certificateOf } from "./keys.ts";
import { identityProviderMetadata, samlResponse } from "./sandbox.ts";

type Encrypt = (text: string, options: object, done: (error: unknown, xml: string) => void) => void;

/** The package that the SAML library uses for decryption. */
const library = createRequire(import.meta.url).resolve("@node-saml/node-saml");
const { encrypt }: { encrypt: Encrypt } = createRequire(library)("xml-encryption");

const externalUrl = "http://localhost:3000/auth/v1";

async function setUp() {
  const database = await openTestDatabase();
  onTestFinished(() => database.close());
  const { privateKey: serviceKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const saml = {
    privateKey: serviceKey.export({ type: "pkcs1", format: "der" }).toString("base64"),
    allowsEncryptedAssertions: true,
    relayStateMs: 120_000,
    externalUrl,
  };
  const auth = { site_url: "https://app.example.com" };
  const wire = await authFixture(database, { auth }, undefined, { switches: { saml } });
  const { privateKey: key } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const metadata_xml = identityProviderMetadata(
    "https://idp.example",
    await certificateOf(key, "idp"),
  );
  const provider = { type: "saml", metadata_xml, domains: ["engines.example"] };
  const admin = { apikey: wire.auth.keys.secret, ...apiVersion };
  expect(await wire.post("/admin/sso/providers", provider, admin)).toMatchObject({ status: 201 });
  const xml = samlResponse({
    key,
    issuer: "https://idp.example/metadata",
    requestId: undefined,
    acsUrl: `${externalUrl}/sso/saml/acs`,
    audience: `${externalUrl}/sso/saml/metadata`,
    person: { name: "Ada Lovelace", email: "ada@engines.example" },
  });
  const assertion = /<saml:Assertion.*<\/saml:Assertion>/.exec(xml)?.[0] ?? "";
  const pem = `-----BEGIN CERTIFICATE-----\n${await certificateOf(serviceKey, "localhost")}\n-----END CERTIFICATE-----`;

  /** Encrypts a text for the project, as anyone can. */
  const encryptedAssertion = async (text: string) =>
    `<saml:EncryptedAssertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">${await promisify(
      encrypt,
    )(text, {
      pem,
      rsa_pub: pem,
      encryptionAlgorithm: "http://www.w3.org/2009/xmlenc11#aes256-gcm",
      keyEncryptionAlgorithm: "http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p",
    })}</saml:EncryptedAssertion>`;
  /** Sends the response with other content in place of its assertion, and returns the URL of the redirect. */
  async function deliver(content: string): Promise<URL> {
    const response = xml.replace(assertion, () => content);
    const body = new URLSearchParams({ SAMLResponse: Buffer.from(response).toString("base64") });
    const answer = await wire.app.request("/sso/saml/acs", { method: "POST", body });
    return new URL(answer.headers.get("location") ?? "about:blank");
  }
  return { assertion, encryptedAssertion, deliver };
}

test("an encrypted assertion signs in", async () => {
  const { assertion, encryptedAssertion, deliver } = await setUp();
  const url = await deliver(await encryptedAssertion(assertion));
  expect(new URLSearchParams(url.hash.slice(1)).has("access_token")).toBe(true);
});

test("an encrypted assertion that decrypts to many elements is refused, also behind another one", async () => {
  const { assertion, encryptedAssertion, deliver } = await setUp();
  const large = await encryptedAssertion(
    assertion.replace("<saml:Subject>", `${"<a/>".repeat(50_000)}<saml:Subject>`),
  );
  const small = await encryptedAssertion(assertion);
  for (const content of [large, `<Advice>${small}</Advice>${large}`]) {
    const url = await deliver(content);
    expect(url.searchParams.get("error_description")).toBe("SAML Assertion is not valid");
  }
});
