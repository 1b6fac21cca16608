import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { apiVersion, authFixture } from "../../../../test/auth/auth-fixture.ts";
import {
  bearer,
  codeOf,
  enrollTotp,
  type FactorFixture,
  factorFixture,
  mfa,
} from "../../../../test/auth/factors.ts";
import { openTestDatabase } from "../../../../test/databases/test-database.ts";
import type { Database } from "../../../database/port.ts";
import { sql } from "../../../database/sql.ts";

let database: Database;
let fixture: FactorFixture;
beforeAll(async () => {
  database = await openTestDatabase();
  fixture = await factorFixture(database);
});
afterAll(() => database.close());

describe("enrollment", () => {
  test("each friendly name is accepted once, including the empty one", async () => {
    const client = await fixture.wire.signedIn("names@example.com");
    for (const friendlyName of ["", 'my "phone"']) {
      expect((await client.mfa.enroll({ factorType: "totp", friendlyName })).error).toBeNull();
      expect((await client.mfa.enroll({ factorType: "totp", friendlyName })).error).toMatchObject({
        status: 422,
        code: "mfa_factor_name_conflict",
        message: `A factor with the friendly name ${JSON.stringify(friendlyName)} for this user already exists`,
      });
    }
  });

  test("the number of factors is limited, even for concurrent requests", async () => {
    const limitedWire = await fixture.withMfa({ ...mfa, max_enrolled_factors: 2 });
    const client = await limitedWire.signedIn("many@example.com");
    const responses = await Promise.all(
      ["a", "b", "c", "d"].map((friendlyName) =>
        client.mfa.enroll({ factorType: "totp", friendlyName }),
      ),
    );
    const errors = responses.flatMap(({ error }) => error ?? []);
    expect(errors).toHaveLength(2);
    expect(errors[0]).toMatchObject({
      status: 422,
      code: "too_many_enrolled_mfa_factors",
      message: "Maximum number of verified factors reached, unenroll to continue",
    });
  });

  test("an unfinished enrollment is deleted", async () => {
    const client = await fixture.wire.signedIn("unfinished@example.com");
    await enrollTotp(client, "first");
    const challengedFactor = await enrollTotp(client, "second");
    await client.mfa.challenge({ factorId: challengedFactor.id });
    await database.query(sql`
      update auth.mfa_factors set created_at = created_at - interval '301 seconds'`);
    const newFactor = await enrollTotp(client, "third");
    const factorIds = (await client.mfa.listFactors()).data?.all.map(({ id }) => id);
    expect(factorIds).toEqual([challengedFactor.id, newFactor.id]);
  });

  test("verifying the first factor of a type deletes the other enrollments of that type", async () => {
    const client = await fixture.wire.signedIn("first@example.com");
    const [firstFactor] = [await enrollTotp(client, "one"), await enrollTotp(client, "two")];
    const { data: phone } = await client.mfa.enroll({
      factorType: "phone",
      friendlyName: "three",
      phone: "+4520304057",
    });
    await client.mfa.challengeAndVerify({
      factorId: firstFactor.id,
      code: codeOf(firstFactor.secret),
    });
    const factorIds = (await client.mfa.listFactors()).data?.all.map(({ id }) => id);
    expect(factorIds).toEqual([firstFactor.id, phone?.id]);
  });

  test("enrollment is refused if the project disables it", async () => {
    const withoutMfa = await fixture.withMfa({});
    const client = await withoutMfa.signedIn("closed@example.com");
    const headers = await bearer(client);
    for (const [type, name] of [
      ["totp", "TOTP"],
      ["phone", "Phone"],
      ["webauthn", "WebAuthn"],
    ]) {
      const response = await withoutMfa.post("/factors", { factor_type: type }, headers);
      expect(response).toMatchObject({
        status: 422,
        body: {
          code: `mfa_${type}_enroll_not_enabled`,
          message: `MFA enroll is disabled for ${name}`,
        },
      });
    }
    expect(await withoutMfa.post("/factors", { factor_type: "pigeon" }, headers)).toMatchObject({
      status: 400,
      body: {
        code: "validation_failed",
        message: "factor_type needs to be totp, phone, or webauthn",
      },
    });
  });

  test("enrollment is refused to anonymous users and callers without a session", async () => {
    const withAnonymousSignIns = await authFixture(database, {
      auth: { mfa, enable_anonymous_sign_ins: true },
    });
    expect(
      await withAnonymousSignIns.post("/factors", { factor_type: "totp" }, apiVersion),
    ).toMatchObject({
      status: 401,
      body: { code: "no_authorization" },
    });
    const client = withAnonymousSignIns.client();
    await client.signInAnonymously();
    expect((await client.mfa.enroll({ factorType: "totp" })).error).toMatchObject({
      status: 403,
      code: "no_authorization",
      message: "Anonymous user not allowed to perform these actions",
    });
  });
});
