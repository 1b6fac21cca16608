import { generateKeyPairSync, type KeyObject, randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import {
  type Answer,
  type AuthFixture,
  apiVersion,
  authFixture,
} from "../../../test/auth/auth-fixture.ts";
import { claimsOf } from "../../../test/auth/factors.ts";
import { openTestDatabase } from "../../../test/databases/test-database.ts";
import type { Database } from "../../database/port.ts";
import { sql } from "../../database/sql.ts";
import { certificateOf } from "../saml/keys.ts";
import { identityProviderMetadata, type SamlResponse, samlResponse } from "../saml/sandbox.ts";

const saml = {
  privateKey: undefined,
  allowsEncryptedAssertions: false,
  relayStateMs: 120_000,
  externalUrl: "http://localhost:3000/auth/v1",
};
const siteUrl = "https://app.example.com";
const [acsUrl, audience] = ["acs", "metadata"].map(
  (name) => `${saml.externalUrl}/sso/saml/${name}`,
);

let database: Database;
let wire: AuthFixture;
beforeAll(async () => {
  database = await openTestDatabase();
  const auth = { site_url: siteUrl };
  wire = await authFixture(database, { auth }, undefined, { switches: { saml } });
});
afterAll(() => database.close());
beforeEach(() => database.query(sql`delete from auth.sso_providers`));

const admin = () => ({ apikey: wire.auth.keys.secret, ...apiVersion });
const person = { name: "Ada Lovelace", email: "ada@engines.example" };

interface IdentityProvider {
  readonly id: string;
  readonly key: KeyObject;
  readonly entityId: string;
}

/** Adds an identity provider with a key of its own. */
async function addProvider(changes: object = {}): Promise<IdentityProvider> {
  const { privateKey: key } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const base = `https://idp-${randomUUID()}.example`;
  const metadata_xml = identityProviderMetadata(base, await certificateOf(key, "idp"));
  const body = { type: "saml", metadata_xml, domains: ["engines.example"], ...changes };
  const response = await wire.post("/admin/sso/providers", body, admin());
  expect(response).toMatchObject({ status: 201 });
  return { id: response.body.id, key, entityId: `${base}/metadata` };
}

const responseOf = (provider: IdentityProvider, changes: Partial<SamlResponse> = {}) =>
  samlResponse({
    key: provider.key,
    issuer: provider.entityId,
    acsUrl: acsUrl ?? "",
    audience: audience ?? "",
    requestId: undefined,
    person,
    ...changes,
  });

/** Sends a response to the assertion consumer service, as the browser does, and returns the redirect. */
async function deliver(xml: string, relayState = ""): Promise<URL> {
  const body = new URLSearchParams({
    SAMLResponse: Buffer.from(xml).toString("base64"),
    RelayState: relayState,
  });
  const response = await wire.app.request("/sso/saml/acs", { method: "POST", body });
  return new URL(response.headers.get("location") ?? "about:blank");
}

/** Starts a sign-in, and returns the request that the identity provider receives. */
async function begin(client = wire.client(), domain = "engines.example") {
  const { data, error } = await client.signInWithSSO({
    domain,
    options: { redirectTo: `${siteUrl}/home`, skipBrowserRedirect: true },
  });
  if (error) throw error;
  const { inflateRawSync } = await import("node:zlib");
  const url = new URL(data.url);
  const request = Buffer.from(url.searchParams.get("SAMLRequest") ?? "", "base64");
  const xml = inflateRawSync(request).toString();
  return {
    url,
    xml,
    requestId: / ID="([^"]*)"/.exec(xml)?.[1] ?? "",
    relayState: url.searchParams.get("RelayState") ?? "",
  };
}

const invalidAssertion = "SAML Assertion is not valid";
const descriptionOf = (url: URL) => url.searchParams.get("error_description");
const fragmentOf = (url: URL) => new URLSearchParams(url.hash.slice(1));

describe("a sign-in that the application begins", () => {
  test("the client is sent to the identity provider with a signed request", async () => {
    await addProvider();
    const { url, xml } = await begin();
    expect(url.pathname).toBe("/authorize");
    expect(url.searchParams.get("SigAlg")).toContain("rsa-sha256");
    expect(url.searchParams.get("Signature")).toEqual(expect.any(String));
    expect(xml).toContain(`AssertionConsumerServiceURL="${acsUrl}"`);
    expect(xml).toContain(audience);
  });

  test("the response signs the user in with the method sso/saml", async () => {
    const provider = await addProvider();
    const { requestId, relayState } = await begin();
    const url = await deliver(responseOf(provider, { requestId }), relayState);
    expect(`${url.origin}${url.pathname}`).toBe(`${siteUrl}/home`);
    const client = wire.client();
    const { data, error } = await client.setSession({
      access_token: fragmentOf(url).get("access_token") ?? "",
      refresh_token: fragmentOf(url).get("refresh_token") ?? "",
    });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({
      email: person.email,
      email_confirmed_at: expect.any(String),
      app_metadata: { provider: `sso:${provider.id}`, providers: [`sso:${provider.id}`] },
      user_metadata: { email: person.email, email_verified: true, iss: provider.entityId },
    });
    expect(await claimsOf(client)).toMatchObject({
      amr: [{ method: "sso/saml", provider: provider.id }],
    });
  });

  test("with PKCE the response leads to a code that the client exchanges", async () => {
    const provider = await addProvider();
    const client = wire.client("pkce");
    const { requestId, relayState } = await begin(client);
    const url = await deliver(responseOf(provider, { requestId }), relayState);
    const { data } = await client.exchangeCodeForSession(url.searchParams.get("code") ?? "");
    expect(data.user?.email).toBe(person.email);
  });

  test("a relay state works once and for two minutes", async () => {
    const provider = await addProvider();
    const { requestId, relayState } = await begin();
    await deliver(responseOf(provider, { requestId }), relayState);
    const second = await deliver(responseOf(provider, { requestId }), relayState);
    expect(descriptionOf(second)).toBe("SAML RelayState does not exist, try logging in again?");
    const slow = await begin();
    await database.query(sql`
      update auth.saml_relay_states set created_at = now() - interval '3 minutes'`);
    const late = await deliver(
      responseOf(provider, { requestId: slow.requestId }),
      slow.relayState,
    );
    expect(descriptionOf(late)).toBe("SAML RelayState has expired. Try logging in again?");
  });

  test("a response to another request is refused", async () => {
    const provider = await addProvider();
    const [mine, other] = [await begin(), await begin()];
    const url = await deliver(
      responseOf(provider, { requestId: other.requestId }),
      mine.relayState,
    );
    expect(descriptionOf(url)).toBe(invalidAssertion);
  });

  test("a refusal at the identity provider leads back with an error", async () => {
    const provider = await addProvider();
    const { requestId, relayState } = await begin();
    const denied = responseOf(provider, { requestId, person: undefined });
    expect(descriptionOf(await deliver(denied, relayState))).toBe(invalidAssertion);
  });

  test("an unknown domain, an unknown provider and wrong parameters are refused", async () => {
    for (const [body, status, message] of [
      [{ domain: "nowhere.example" }, 404, "No SSO provider assigned for this domain"],
      [{ provider_id: randomUUID() }, 404, "No such SSO provider"],
      [{}, 400, "A provider_id or domain needs to be provided"],
      [
        { domain: "a.example", provider_id: randomUUID() },
        400,
        "Only one of provider_id or domain supported",
      ],
    ] as const) {
      expect(await wire.post("/sso", body, apiVersion)).toMatchObject({
        status,
        body: { message },
      });
    }
  });

  test("a disabled provider signs nobody in", async () => {
    const provider = await addProvider();
    const { requestId, relayState } = await begin();
    await edit(provider, { disabled: true });
    const url = await deliver(responseOf(provider, { requestId }), relayState);
    expect(url.searchParams.get("error_code")).toBe("sso_provider_disabled");
    const { error } = await wire.client().signInWithSSO({ domain: "engines.example" });
    expect(error).toMatchObject({ status: 404, code: "sso_provider_disabled" });
  });
});

const edit = async (provider: IdentityProvider, body: object): Promise<Answer> => {
  const response = await wire.app.request(`/admin/sso/providers/${provider.id}`, {
    method: "PUT",
    headers: { ...admin(), "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
};

describe("a response", () => {
  test("the identity provider may begin the sign-in, with a page as relay state", async () => {
    const provider = await addProvider();
    const url = await deliver(responseOf(provider), `${siteUrl}/start`);
    expect(url.pathname).toBe("/start");
    expect(fragmentOf(url).get("access_token")).toEqual(expect.any(String));
  });

  test("an assertion signs in once", async () => {
    const provider = await addProvider();
    const xml = responseOf(provider);
    expect(fragmentOf(await deliver(xml)).has("access_token")).toBe(true);
    expect(descriptionOf(await deliver(xml))).toBe("SAML Assertion was already used");
  });

  test.each<readonly [string, (xml: string, provider: IdentityProvider) => string]>([
    [
      "another address in a signed assertion",
      (xml) => xml.replaceAll(person.email, "root@x.example"),
    ],
    ["no signature", (xml) => xml.replace(/<ds:Signature .*<\/ds:Signature>/, "")],
    [
      "the signature of another key",
      (_, provider) =>
        responseOf(provider, {
          key: generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey,
        }),
    ],
    [
      "another audience",
      (_, provider) => responseOf(provider, { audience: "https://other.example" }),
    ],
    [
      "another recipient",
      (_, provider) => responseOf(provider, { acsUrl: "https://other.example/acs" }),
    ],
    ["an answer to a request", (_, provider) => responseOf(provider, { requestId: "_mine" })],
    [
      "a forged assertion before the signed one",
      (xml) => xml.replace("<saml:Assertion", `${forged(xml)}<saml:Assertion`),
    ],
    [
      "a forged assertion around the signed one",
      (xml) => {
        const signed = /<saml:Assertion.*<\/saml:Assertion>/.exec(xml)?.[0] ?? "";
        const wrapper = forged(xml).replace(
          "</saml:Assertion>",
          `<saml:Advice>${signed}</saml:Advice></saml:Assertion>`,
        );
        return xml.replace(signed, wrapper);
      },
    ],
    // Without the limit, the SAML library's time would grow with the square of the number of nodes.
    ["more elements than any assertion has", (xml) => beforeAssertion(xml, "<a/>".repeat(2_000))],
    ["more texts than any assertion has", (xml) => beforeAssertion(xml, "<a/>x".repeat(1_000))],
    [
      "more comments than any assertion has",
      (xml) => beforeAssertion(xml, "<!---->".repeat(2_000)),
    ],
  ])("a response with %s is refused", async (_case, change) => {
    const provider = await addProvider();
    const url = await deliver(change(responseOf(provider), provider));
    expect(descriptionOf(url)).toBe(invalidAssertion);
    const { rows } = await database.query(
      sql`select from auth.users where email = 'root@x.example'`,
    );
    expect(rows).toEqual([]);
  });

  /** Returns the assertion with another address, another ID and no signature. */
  const forged = (xml: string) =>
    (/<saml:Assertion.*<\/saml:Assertion>/.exec(xml)?.[0] ?? "")
      .replace(/<ds:Signature .*<\/ds:Signature>/, "")
      .replace(/ ID="[^"]*"/, ' ID="_forged"')
      .replaceAll(person.email, "root@x.example");

  const beforeAssertion = (xml: string, nodes: string) =>
    xml.replace("<saml:Assertion", `${nodes}<saml:Assertion`);

  test("an expired assertion is refused", async () => {
    const provider = await addProvider();
    const xml = responseOf(provider);
    vi.useFakeTimers({ now: Date.now() + 10 * 60_000, toFake: ["Date"] });
    try {
      expect(descriptionOf(await deliver(xml))).toBe(invalidAssertion);
    } finally {
      vi.useRealTimers();
    }
  });

  test.each([
    ["", "SAMLResponse is missing"],
    ["!", "SAMLResponse is not a valid Base64 string"],
    // With white space in two places, a regular expression would take an hour for this text.
    [`A${" ".repeat(500_000)}!`, "SAMLResponse is not a valid Base64 string"],
    [Buffer.from("<a").toString("base64"), "SAMLResponse is not a valid XML SAML assertion"],
    [
      Buffer.from('<!DOCTYPE a [<!ENTITY e "x">]><a>&e;</a>').toString("base64"),
      "SAMLResponse is not a valid XML SAML assertion",
    ],
  ])("a response that is not readable is refused: %.20s", async (SAMLResponse, reason) => {
    const body = new URLSearchParams({ SAMLResponse });
    const response = await wire.app.request("/sso/saml/acs", { method: "POST", body });
    expect(response.status).toBe(303);
    expect(descriptionOf(new URL(response.headers.get("location") ?? ""))).toBe(reason);
  });

  test("an unknown issuer and a malformed relay state are refused", async () => {
    const provider = await addProvider();
    const stranger = responseOf(provider, { issuer: "https://stranger.example" });
    expect((await deliver(stranger)).searchParams.get("error_code")).toBe("saml_idp_not_found");
    expect(descriptionOf(await deliver(responseOf(provider), "nonsense"))).toBe(
      "SAML RelayState is not a valid UUID or URL",
    );
  });
});

describe("users", () => {
  test("the mapping of a provider names the claims", async () => {
    const keys = {
      full_name: { names: ["missing", "NAME"] },
      role: { name: "role", default: "member" },
      addresses: { name: "email", array: true },
    };
    const provider = await addProvider({ attribute_mapping: { keys } });
    const url = await deliver(responseOf(provider));
    const { data } = await wire.client().getUser(fragmentOf(url).get("access_token") ?? "");
    expect(data.user?.user_metadata).toMatchObject({
      full_name: "Ada Lovelace",
      custom_claims: { role: "member", addresses: [person.email] },
    });
  });

  test("a user of a provider is never the user with the same address and a password", async () => {
    const own = await wire.signedIn("ada@engines.example");
    const { data: before } = await own.getUser();
    const provider = await addProvider();
    const url = await deliver(responseOf(provider));
    const { data } = await wire.client().getUser(fragmentOf(url).get("access_token") ?? "");
    expect(data.user?.email).toBe("ada@engines.example");
    expect(data.user?.id).not.toBe(before.user?.id);
    // Only the identity provider decides who the user is.
    const client = wire.client();
    await client.setSession({
      access_token: fragmentOf(url).get("access_token") ?? "",
      refresh_token: fragmentOf(url).get("refresh_token") ?? "",
    });
    const { error } = await client.updateUser({ password: "correct horse battery" });
    expect(error).toMatchObject({ code: "user_sso_managed" });
  });

  test("two providers have separate users for one address", async () => {
    const [first, second] = [await addProvider(), await addProvider({ domains: [] })];
    const ids = new Set<unknown>();
    for (const provider of [first, second, first]) {
      const url = await deliver(responseOf(provider));
      const { data } = await wire.client().getUser(fragmentOf(url).get("access_token") ?? "");
      ids.add(data.user?.id);
    }
    expect(ids.size).toBe(2);
  });
});

describe("administration", () => {
  const path = "/admin/sso/providers";

  test("a provider is added, read, changed, listed and deleted", async () => {
    const provider = await addProvider({ resource_id: "main" });
    const { body } = await wire.get(`${path}/${provider.id}`, admin());
    expect(body).toMatchObject({
      id: provider.id,
      resource_id: "main",
      disabled: null,
      saml: { entity_id: provider.entityId, metadata_xml: expect.any(String) },
      domains: [{ domain: "engines.example" }],
    });
    expect((await wire.get(`${path}/resource_MAIN`, admin())).body.id).toBe(provider.id);
    for (const query of ["resource_id=%00", "resource_id_prefix=%00"])
      expect((await wire.get(`${path}?${query}`, admin())).body).toEqual({ items: [] });
    expect((await wire.get(`${path}/resource_%00`, admin())).status).toBe(404);
    const changes = { domains: ["a.example", "b.example"], disabled: true };
    expect(await edit(provider, changes)).toMatchObject({
      status: 200,
      body: { disabled: true, domains: [{ domain: "a.example" }, { domain: "b.example" }] },
    });
    const { items } = (await wire.get(path, admin())).body;
    expect(items).toMatchObject([{ id: provider.id, disabled: true }]);
    expect(items[0].saml).not.toHaveProperty("metadata_xml");
    const init = { method: "DELETE", headers: admin() };
    expect((await wire.app.request(`${path}/${provider.id}`, init)).status).toBe(200);
    expect(await wire.get(`${path}/${provider.id}`, admin())).toMatchObject({
      status: 404,
      body: { code: "sso_provider_not_found", message: "SSO Identity Provider not found" },
    });
  });

  test("wrong parameters are refused with the reference's reasons", async () => {
    for (const [body, message] of [
      [{}, "Only 'saml' supported for SSO provider type"],
      [{ type: "saml" }, "Either metadata_xml or metadata_url must be set"],
      [{ type: "saml", metadata_url: "x" }, "metadata_url is not a valid URL"],
      [{ type: "saml", metadata_url: "http://a/" }, "metadata_url is not a HTTPS URL"],
      [
        { type: "saml", metadata_url: "https://a/", metadata_xml: "<a/>" },
        "Only one of metadata_xml or metadata_url needs to be set",
      ],
      [
        { type: "saml", metadata_xml: "<a/>" },
        "SAML Metadata does not contain any IDPSSODescriptor",
      ],
      [
        { type: "saml", metadata_url: "https://127.0.0.1/" },
        "URL cannot point to localhost or loopback addresses",
      ],
    ] as const) {
      expect(await wire.post(path, body, admin())).toMatchObject({
        status: 400,
        body: { message },
      });
    }
    expect(await wire.post(path, {}, apiVersion)).toMatchObject({ status: 401 });
  });

  test("an entity and a domain belong to one provider", async () => {
    const provider = await addProvider();
    const { body } = await wire.get(`${path}/${provider.id}`, admin());
    const { metadata_xml } = body.saml;
    expect(await wire.post(path, { type: "saml", metadata_xml }, admin())).toMatchObject({
      status: 422,
      body: { code: "saml_idp_already_exists" },
    });
    const other = await addProvider({ domains: [] });
    expect(await edit(other, { domains: ["ENGINES.example"] })).toMatchObject({
      status: 400,
      body: { code: "sso_domain_already_exists" },
    });
    expect(await edit(other, { metadata_xml })).toMatchObject({
      status: 400,
      body: { code: "saml_entity_id_mismatch" },
    });
  });
});

test("the metadata of the project names its address and its certificate", async () => {
  const response = await wire.get("/sso/saml/metadata?download=true");
  expect(response).toMatchObject({ status: 200 });
  expect(response.headers.get("content-disposition")).toBe('attachment; filename="metadata.xml"');
  expect(response.body).toContain(`entityID="${audience}"`);
  expect(response.body).toContain(`Location="${acsUrl}"`);
  expect(response.body).toContain("<ds:X509Certificate>MII");
  expect((await wire.get("/sso/saml/metadata")).body).toBe(
    response.body.replace(/ validUntil="[^"]*"/, ""),
  );
});

test("a project that has not enabled SAML answers so", async () => {
  const plain = await authFixture(database);
  const refusal = { code: "saml_provider_disabled", message: "SAML 2.0 is disabled" };
  for (const response of [
    await plain.post("/sso", "{", apiVersion),
    await plain.get("/sso/saml/metadata", apiVersion),
    await plain.post("/sso/saml/acs", {}, apiVersion),
  ]) {
    expect(response).toMatchObject({ status: 404, body: refusal });
  }
});
