import { afterAll, beforeAll, expect, test } from "vitest";
import { type AuthFixture, apiVersion, authFixture } from "../../../test/auth/auth-fixture.ts";
import { openTestDatabase } from "../../../test/databases/test-database.ts";
import type { Database } from "../../database/port.ts";

let database: Database;
let wire: AuthFixture;
beforeAll(async () => {
  database = await openTestDatabase();
  wire = await authFixture(database, {}, undefined, { switches: { scimEnabled: true } });
});
afterAll(() => database.close());

const paths = ["ServiceProviderConfig", "ResourceTypes", "Schemas"];
const send = (path: string, method = "GET") => wire.app.request(`/scim/v2/${path}`, { method });

test("the service provider configuration says that nothing but reading is supported", async () => {
  const response = await send("ServiceProviderConfig");
  expect([response.status, response.headers.get("content-type")]).toEqual([
    200,
    "application/scim+json",
  ]);
  expect(await response.json()).toMatchObject({
    schemas: ["urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig"],
    patch: { supported: false },
    bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
    authenticationSchemes: [{ type: "oauthbearertoken", primary: true }],
    meta: { location: expect.stringMatching(/\/scim\/v2\/ServiceProviderConfig$/) },
  });
});

test.each(["ResourceTypes", "Schemas"])(
  "the list %s is empty and refuses filters",
  async (path) => {
    expect(await (await send(path)).json()).toEqual({
      schemas: ["urn:ietf:params:scim:api:messages:2.0:ListResponse"],
      totalResults: 0,
      startIndex: 1,
      itemsPerPage: 0,
      Resources: [],
    });
    const filtered = await send(`${path}?filter=name`);
    expect([filtered.status, await filtered.json()]).toEqual([
      403,
      {
        schemas: ["urn:ietf:params:scim:api:messages:2.0:Error"],
        detail: "Filtering is not supported on this endpoint",
        status: "403",
      },
    ]);
  },
);

test("other SCIM paths are refused in SCIM's own form, and other methods with 405", async () => {
  const unknown = await send("Users");
  expect([unknown.status, await unknown.json()]).toMatchObject([
    404,
    { detail: "Endpoint or resource does not exist", status: "404" },
  ]);
  for (const path of paths) {
    const response = await send(path, "POST");
    expect([response.status, response.headers.get("allow")]).toEqual([405, "GET"]);
  }
});

test("SCIM is off unless the project enables it", async () => {
  const { get } = await authFixture(database);
  expect(await get("/scim/v2/Schemas", apiVersion)).toMatchObject({
    status: 404,
    body: { code: "feature_disabled", message: "SCIM server is disabled" },
  });
});
