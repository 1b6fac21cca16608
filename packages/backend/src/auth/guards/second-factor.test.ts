import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  bearer,
  codeOf,
  enrollTotp,
  type FactorFixture,
  factorFixture,
} from "../../../test/auth/factors.ts";
import { openTestDatabase } from "../../../test/databases/test-database.ts";
import type { Database } from "../../database/port.ts";
import { sql } from "../../database/sql.ts";

let database: Database;
let fixture: FactorFixture;
beforeAll(async () => {
  database = await openTestDatabase();
  fixture = await factorFixture(database);
});
afterAll(() => database.close());

describe("refusals", () => {
  test.each(["challenge", "verify"])(
    "the endpoint %s finds only the caller's own factors",
    async (path) => {
      const owner = await fixture.wire.signedIn(`mine-${path}@example.com`);
      const otherUser = await fixture.wire.signedIn(`theirs-${path}@example.com`);
      const { id } = await enrollTotp(owner);
      const headers = await bearer(otherUser);
      expect(await fixture.wire.post(`/factors/${id}/${path}`, {}, headers)).toMatchObject({
        status: 404,
        body: { code: "mfa_factor_not_found", message: "Factor not found" },
      });
      expect(await fixture.wire.post(`/factors/no-id/${path}`, {}, headers)).toMatchObject({
        status: 404,
        body: { code: "validation_failed", message: "factor_id must be an UUID" },
      });
      expect((await otherUser.mfa.unenroll({ factorId: id })).error).toMatchObject({
        status: 404,
        code: "mfa_factor_not_found",
      });
    },
  );

  test("a verification requires a challenge of its factor and a code", async () => {
    const client = await fixture.wire.signedIn("named@example.com");
    const factor = await enrollTotp(client, "one");
    const otherFactor = await enrollTotp(client, "two");
    const { body } = await fixture.challenge(client, otherFactor.id);
    const code = codeOf(factor.secret);
    expect(
      await fixture.verify(client, factor.id, { challenge_id: body.id, code: "" }),
    ).toMatchObject({
      status: 400,
      body: { code: "validation_failed", message: "Code needs to be non-empty" },
    });
    expect(await fixture.verify(client, factor.id, { challenge_id: "one", code })).toMatchObject({
      status: 400,
      body: { code: "bad_json" },
    });
    for (const params of [{ challenge_id: body.id, code }, { code }]) {
      expect(await fixture.verify(client, factor.id, params)).toMatchObject({
        status: 422,
        body: {
          code: "mfa_factor_not_found",
          message: "MFA factor with the provided challenge ID not found",
        },
      });
    }
  });

  test("a factor whose type the project has disabled cannot be used", async () => {
    const { client, id, secret } = await fixture.withTotp("off@example.com");
    const { data: phone } = await client.mfa.enroll({
      factorType: "phone",
      friendlyName: "mobile",
      phone: "+4520304058",
    });
    await database.query(sql`
      insert into auth.mfa_factors
        (id, user_id, friendly_name, factor_type, status, created_at, updated_at)
      select gen_random_uuid(), user_id, 'key', 'webauthn', 'verified', now(), now()
      from auth.mfa_factors where id = ${id}`);
    const { data } = await client.mfa.listFactors();
    const key = data?.all.find(({ factor_type: type }) => type === "webauthn");
    const withoutMfa = await fixture.withMfa({});
    const headers = await bearer(client);
    for (const [factorId, type, name] of [
      [id, "totp", "TOTP"],
      [phone?.id, "phone", "Phone"],
      [key?.id, "webauthn", "WebAuthn"],
    ]) {
      const message = `MFA verification is disabled for ${name}`;
      expect(await withoutMfa.post(`/factors/${factorId}/challenge`, {}, headers)).toMatchObject({
        status: 422,
        body: { code: `mfa_${type}_verify_not_enabled`, message },
      });
      const body = { challenge_id: id, code: codeOf(secret) };
      expect(await withoutMfa.post(`/factors/${factorId}/verify`, body, headers)).toMatchObject({
        status: 422,
        body: { message },
      });
    }
  });
});
