import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { apiVersion, authFixture } from "../../../../test/auth.ts";
import { openTestDatabase } from "../../../../test/database.ts";
import {
  bearer,
  codeOf,
  enrollTotp,
  type FactorFixture,
  factorFixture,
  mfa,
} from "../../../../test/factors.ts";
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
    const other = await fixture.withMfa({ ...mfa, max_enrolled_factors: 2 });
    const client = await other.signedIn("many@example.com");
    const answers = await Promise.all(
      ["a", "b", "c", "d"].map((friendlyName) =>
        client.mfa.enroll({ factorType: "totp", friendlyName }),
      ),
    );
    const errors = answers.flatMap(({ error }) => error ?? []);
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
    const enrolled = await enrollTotp(client, "second");
    await client.mfa.challenge({ factorId: enrolled.id });
    await database.query(sql`
      update auth.mfa_factors set created_at = created_at - interval '301 seconds'`);
    const last = await enrollTotp(client, "third");
    const all = (await client.mfa.listFactors()).data?.all.map(({ id }) => id);
    expect(all).toEqual([enrolled.id, last.id]);
  });

  test("the first verified factor of a type ends the type's other enrollments", async () => {
    const client = await fixture.wire.signedIn("first@example.com");
    const [first] = [await enrollTotp(client, "one"), await enrollTotp(client, "two")];
    const { data: phone } = await client.mfa.enroll({
      factorType: "phone",
      friendlyName: "three",
      phone: "+4520304057",
    });
    await client.mfa.challengeAndVerify({ factorId: first.id, code: codeOf(first.secret) });
    const all = (await client.mfa.listFactors()).data?.all.map(({ id }) => id);
    expect(all).toEqual([first.id, phone?.id]);
  });

  test("enrollment is refused if the project disables it", async () => {
    const closed = await fixture.withMfa({});
    const client = await closed.signedIn("closed@example.com");
    const headers = await bearer(client);
    for (const [type, name] of [
      ["totp", "TOTP"],
      ["phone", "Phone"],
      ["webauthn", "WebAuthn"],
    ]) {
      const answer = await closed.post("/factors", { factor_type: type }, headers);
      expect(answer).toMatchObject({
        status: 422,
        body: {
          code: `mfa_${type}_enroll_not_enabled`,
          message: `MFA enroll is disabled for ${name}`,
        },
      });
    }
    expect(await closed.post("/factors", { factor_type: "pigeon" }, headers)).toMatchObject({
      status: 400,
      body: {
        code: "validation_failed",
        message: "factor_type needs to be totp, phone, or webauthn",
      },
    });
  });

  test("enrollment is refused to anonymous users and callers without a session", async () => {
    const open = await authFixture(database, { auth: { mfa, enable_anonymous_sign_ins: true } });
    expect(await open.post("/factors", { factor_type: "totp" }, apiVersion)).toMatchObject({
      status: 401,
      body: { code: "no_authorization" },
    });
    const client = open.client();
    await client.signInAnonymously();
    expect((await client.mfa.enroll({ factorType: "totp" })).error).toMatchObject({
      status: 403,
      code: "no_authorization",
      message: "Anonymous user not allowed to perform these actions",
    });
  });
});
