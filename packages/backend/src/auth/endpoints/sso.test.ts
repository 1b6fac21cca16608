import { afterAll, beforeAll, expect, test } from "vitest";
import { type AuthFixture, apiVersion, authFixture } from "../../../test/auth/auth-fixture.ts";
import { openTestDatabase } from "../../../test/databases/test-database.ts";
import type { Database } from "../../database/port.ts";

let database: Database;
let wire: AuthFixture;
beforeAll(async () => {
  database = await openTestDatabase();
  wire = await authFixture(database);
});
afterAll(() => database.close());

test("single sign-on is disabled, whatever the parameters are", async () => {
  const { error } = await wire.client("pkce").signInWithSSO({ domain: "example.com" });
  expect(error).toMatchObject({ status: 404, code: "saml_provider_disabled" });
  const refusal = { code: "saml_provider_disabled", message: "SAML 2.0 is disabled" };
  for (const response of [
    await wire.post("/sso", "{", apiVersion),
    await wire.get("/sso/saml/metadata", apiVersion),
    await wire.post("/sso/saml/acs", {}, apiVersion),
  ]) {
    expect(response).toMatchObject({ status: 404, body: refusal });
  }
});

test("administrators find no SSO provider and cannot create one", async () => {
  const admin = { apikey: wire.auth.keys.secret, ...apiVersion };
  const path = "/admin/sso/providers";
  expect(await wire.get(path, admin)).toMatchObject({ status: 200, body: { items: [] } });
  expect(await wire.get(`${path}/x`, admin)).toMatchObject({
    status: 404,
    body: { code: "sso_provider_not_found", message: "SSO Identity Provider not found" },
  });
  for (const [body, message] of [
    [{}, "Only 'saml' supported for SSO provider type"],
    [{ type: "saml" }, "Either metadata_xml or metadata_url must be set"],
    [{ type: "saml", metadata_url: "x" }, "metadata_url is not a valid URL"],
    [{ type: "saml", metadata_url: "http://a/" }, "metadata_url is not a HTTPS URL"],
    [
      { type: "saml", metadata_url: "https://a/", metadata_xml: "<a/>" },
      "Only one of metadata_xml or metadata_url needs to be set",
    ],
  ] as const) {
    expect(await wire.post(path, body, admin)).toMatchObject({ status: 400, body: { message } });
  }
  expect(await wire.post(path, { type: "saml", metadata_xml: "<a/>" }, admin)).toMatchObject({
    status: 404,
    body: { code: "saml_provider_disabled" },
  });
  for (const response of [
    await wire.get(path, apiVersion),
    await wire.post(path, {}, apiVersion),
  ]) {
    expect(response).toMatchObject({ status: 401 });
  }
});
