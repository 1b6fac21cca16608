import { afterAll, beforeAll, expect, test } from "vitest";
import { type AuthFixture, apiVersion } from "../../../../test/auth/auth-fixture.ts";
import {
  claimsOf,
  type FactorFixture,
  factorFixture,
  sessionOf,
} from "../../../../test/auth/factors.ts";
import { openTestDatabase } from "../../../../test/databases/test-database.ts";
import type { Database } from "../../../database/port.ts";

let database: Database;
let factors: FactorFixture;
let wire: AuthFixture;
beforeAll(async () => {
  database = await openTestDatabase();
  factors = await factorFixture(database);
  wire = factors.wire;
});
afterAll(() => database.close());

const adminHeaders = () => ({ apikey: wire.auth.keys.secret, ...apiVersion });

const putAsAdmin = async (path: string, body: object) => {
  const response = await wire.app.request(path, {
    method: "PUT",
    headers: { ...adminHeaders(), "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: JSON.parse(await response.text()) };
};

test("an administrator lists a user's factors and deletes one, which lowers the assurance level of the session", async () => {
  const { client, id } = await factors.withTotp("listed@example.com");
  const userId = (await sessionOf(client)).user.id;
  const listResponse = await wire.admin().mfa.listFactors({ userId });
  expect(listResponse.data?.factors).toMatchObject([
    { id, factor_type: "totp", status: "verified" },
  ]);
  expect(JSON.stringify(listResponse.data)).not.toContain("secret");

  const { error } = await wire.admin().mfa.deleteFactor({ userId, id });
  expect(error).toBeNull();
  expect((await wire.admin().mfa.listFactors({ userId })).data?.factors).toEqual([]);
  await client.refreshSession();
  expect(await claimsOf(client)).toMatchObject({ aal: "aal1", amr: [{ method: "otp" }] });
});

test("an administrator changes a factor's name and a phone factor's number", async () => {
  const client = await wire.signedIn("renamed@example.com");
  const { data } = await client.mfa.enroll({ factorType: "phone", phone: "+4520304050" });
  const path = `/admin/users/${(await sessionOf(client)).user.id}/factors/${data?.id}`;
  const { status, body } = await putAsAdmin(path, {
    friendly_name: "Work",
    phone: "+45 60 70 80 90",
  });
  expect(status).toBe(200);
  expect(body).toMatchObject({ id: data?.id, friendly_name: "Work", phone: "4560708090" });
  expect(await putAsAdmin(path, { phone: "none" })).toMatchObject({
    status: 400,
    body: { code: "validation_failed" },
  });
});

test("factor endpoints refuse unknown factors, factors of other users, and callers who are not administrators", async () => {
  const { client, id } = await factors.withTotp("theirs@example.com");
  const otherClient = await wire.signedIn("other@example.com");
  const otherId = (await sessionOf(otherClient)).user.id;
  const factorPath = (userId: string, factor: string) => `/admin/users/${userId}/factors/${factor}`;
  expect(await putAsAdmin(factorPath(otherId, id), { friendly_name: "x" })).toMatchObject({
    status: 404,
    body: { code: "mfa_factor_not_found" },
  });
  expect(await putAsAdmin(factorPath(otherId, "x"), {})).toMatchObject({
    status: 404,
    body: { code: "validation_failed" },
  });
  const unknownUser = await wire.admin().mfa.listFactors({ userId: crypto.randomUUID() });
  expect(unknownUser.error).toMatchObject({ status: 404, code: "user_not_found" });
  const { access_token: token, user } = await sessionOf(client);
  const response = await wire.get(`/admin/users/${user.id}/factors`, {
    authorization: `Bearer ${token}`,
    ...apiVersion,
  });
  expect(response).toMatchObject({ status: 403, body: { code: "not_admin" } });
});
