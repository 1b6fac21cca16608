import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { apiVersion } from "../../../../test/auth/auth-fixture.ts";
import { createAuthenticator } from "../../../../test/auth/authenticator.ts";
import { bearer, sessionOf } from "../../../../test/auth/factors.ts";
import {
  type Client,
  type PasskeyFixture,
  passkeyFixture,
} from "../../../../test/auth/passkeys.ts";
import { openTestDatabase } from "../../../../test/databases/test-database.ts";
import type { Database } from "../../../database/port.ts";
import { sql } from "../../../database/sql.ts";

let database: Database;
let wire: PasskeyFixture;
beforeAll(async () => {
  database = await openTestDatabase();
  wire = await passkeyFixture(database);
});
afterAll(() => database.close());

const notFound = { status: 404, code: "validation_failed", message: "Passkey not found" };

async function auditActionsOf(client: Client): Promise<string[]> {
  const { user } = await sessionOf(client);
  const { rows } = await database.query<{ action: string }>(sql`
    select payload ->> 'action' as action from auth.audit_log_entries
    where payload ->> 'actor_id' = ${user.id} order by created_at`);
  return rows.map(({ action }) => action);
}

describe("a user's own passkeys", () => {
  test("a user can list, rename and remove passkeys, which the audit log records", async () => {
    const client = await wire.signedIn("own@example.com");
    expect((await client.passkey.list()).data).toEqual([]);
    const authenticator = createAuthenticator();
    const id = await wire.register(client, authenticator);
    const otherId = await wire.register(client, createAuthenticator());
    const updateResponse = await client.passkey.update({ passkeyId: id, friendlyName: "my key" });
    expect(updateResponse.data).toEqual({
      id,
      friendly_name: "my key",
      created_at: expect.any(String),
    });
    expect((await client.passkey.list()).data).toMatchObject([
      { id, friendly_name: "my key" },
      { id: otherId, friendly_name: "Passkey" },
    ]);
    expect((await client.passkey.delete({ passkeyId: id })).error).toBeNull();
    expect((await client.passkey.list()).data).toMatchObject([{ id: otherId }]);
    expect((await wire.trySignIn(authenticator)).body.code).toBe("webauthn_verification_failed");
    expect((await client.passkey.delete({ passkeyId: id })).error).toMatchObject(notFound);
    expect(await auditActionsOf(client)).toEqual([
      "user_confirmation_requested",
      "user_signedup",
      "passkey_created",
      "passkey_created",
      "passkey_updated",
      "passkey_deleted",
    ]);
  });

  test("a user cannot read or change other users' passkeys", async () => {
    const client = await wire.signedIn("mine@example.com");
    const passkeyId = await wire.register(client, createAuthenticator());
    const thief = await wire.signedIn("thief@example.com");
    expect((await thief.passkey.list()).data).toEqual([]);
    const update = { passkeyId, friendlyName: "theirs" };
    expect((await thief.passkey.update(update)).error).toMatchObject(notFound);
    expect((await thief.passkey.delete({ passkeyId })).error).toMatchObject(notFound);
    expect((await client.passkey.list()).data).toMatchObject([
      { id: passkeyId, friendly_name: "Passkey" },
    ]);
    expect(await wire.get("/passkeys", apiVersion)).toMatchObject({ status: 401 });
  });

  test("the name of a passkey is limited in length", async () => {
    const client = await wire.signedIn("name@example.com");
    const passkeyId = await wire.register(client, createAuthenticator());
    const rename = async (friendlyName: string) =>
      (await client.passkey.update({ passkeyId, friendlyName })).error;
    const refusal = { status: 400, code: "validation_failed" };
    expect(await rename("")).toMatchObject({ ...refusal, message: "friendly_name is required" });
    expect(await rename("é".repeat(61))).toMatchObject({
      ...refusal,
      message: "friendly_name must be 120 characters or less",
    });
    expect(await rename("é".repeat(60))).toBeNull();
  });
});

describe("an administrator", () => {
  test("an administrator can list and remove a user's passkeys", async () => {
    const client = await wire.signedIn("user@example.com");
    const { user } = await sessionOf(client);
    const passkeyId = await wire.register(client, createAuthenticator());
    const admin = wire.admin();
    const ownPasskeys = (await client.passkey.list()).data;
    const { data } = await admin.passkey.listPasskeys({ userId: user.id });
    expect(data).toEqual(ownPasskeys);
    const unknownPasskeyResponse = await admin.passkey.deletePasskey({
      userId: user.id,
      passkeyId: user.id,
    });
    expect(unknownPasskeyResponse.error).toMatchObject(notFound);
    const deletionResponse = await admin.passkey.deletePasskey({ userId: user.id, passkeyId });
    expect(deletionResponse.error).toBeNull();
    expect((await client.passkey.list()).data).toEqual([]);
    const { rows } = await database.query(sql`
      select payload -> 'traits' as traits, payload ->> 'actor_username' as actor
      from auth.audit_log_entries
      where payload ->> 'action' = 'passkey_deleted'
        and payload -> 'traits' ->> 'passkey_id' = ${passkeyId}`);
    expect(rows).toEqual([
      { traits: { user_id: user.id, passkey_id: passkeyId }, actor: "service_role" },
    ]);
    const path = `/admin/users/${user.id}/passkeys`;
    expect((await wire.get(path, await bearer(client))).status).toBe(403);
  });

  test("deleting an account removes its passkeys, even after a soft delete", async () => {
    const client = await wire.signedIn("gone@example.com");
    const { user } = await sessionOf(client);
    await wire.register(client, createAuthenticator());
    expect((await wire.admin().deleteUser(user.id, true)).error).toBeNull();
    const { rows } = await database.query(
      sql`select from auth.webauthn_credentials where user_id = ${user.id}`,
    );
    expect(rows).toEqual([]);
  });
});
