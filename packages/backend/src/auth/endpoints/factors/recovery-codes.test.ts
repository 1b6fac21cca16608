import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { apiVersion, authFixture } from "../../../../test/auth/auth-fixture.ts";
import {
  bearer,
  claimsOf,
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

type Client = Awaited<ReturnType<FactorFixture["signIn"]>>;

/** Signs up a user at aal2 with an authenticator app and recovery codes. */
async function createUserWithCodes(email: string) {
  const owner = await fixture.withTotp(email);
  const { data, error } = await owner.client.mfa.recoveryCodes.generate();
  if (error) throw error;
  return { ...owner, codes: data.codes, factorId: data.id };
}

const remainingCount = async (client: Client) => {
  const { data, error } = await client.mfa.recoveryCodes.getStatus();
  return data ? data.remaining : error?.code;
};

describe("creating recovery codes", () => {
  test("ten recovery codes are returned once, and only their keyed hashes are stored", async () => {
    const { client } = await fixture.withTotp("ten@example.com");
    expect((await client.mfa.recoveryCodes.getStatus()).error).toMatchObject({
      status: 404,
      code: "mfa_factor_not_found",
    });
    const { data, error } = await client.mfa.recoveryCodes.generate({ friendlyName: "Drawer" });
    expect(error).toBeNull();
    expect(data).toEqual({
      id: expect.any(String),
      type: "recovery_code",
      friendly_name: "Drawer",
      total: 10,
      codes: Array.from({ length: 10 }, () => expect.stringMatching(/^[a-hjkmnp-z2-9]{16}$/)),
    });
    expect(new Set(data?.codes).size).toBe(10);
    const { rows } = await database.query(sql`select * from portico.recovery_codes`);
    for (const code of data?.codes ?? []) expect(JSON.stringify(rows)).not.toContain(code);
    expect((await client.mfa.recoveryCodes.getStatus()).data).toEqual({
      id: data?.id,
      type: "recovery_code",
      total: 10,
      remaining: 10,
    });
    const { data: factors } = await client.mfa.listFactors();
    expect(factors?.all.map(({ factor_type, status }) => [factor_type, status])).toEqual([
      ["totp", "verified"],
      ["recovery_code", "verified"],
    ]);
  });

  test("recovery codes require a session at aal2 and another verified factor", async () => {
    const { client } = await fixture.withTotp("assured@example.com");
    const aal1Client = await fixture.signIn("assured@example.com");
    const clientWithoutFactor = await fixture.wire.signedIn("alone@example.com");
    for (const refusedClient of [aal1Client, clientWithoutFactor]) {
      for (const operation of ["generate", "regenerate", "unenroll"] as const) {
        expect((await refusedClient.mfa.recoveryCodes[operation]()).error).toMatchObject({
          status: 403,
          code: "insufficient_aal",
        });
      }
    }
    await client.mfa.recoveryCodes.generate();
    expect((await client.mfa.recoveryCodes.generate()).error).toMatchObject({
      status: 422,
      code: "mfa_verified_factor_exists",
    });
    // The session stays at aal2 although the factor was deleted.
    await database.query(sql`delete from auth.mfa_factors`);
    expect((await client.mfa.recoveryCodes.generate()).error).toMatchObject({
      status: 422,
      code: "mfa_recovery_codes_sole_factor",
    });
  });

  test("recovery codes need a name that no other factor of the user has", async () => {
    const { client } = await fixture.withTotp("named@example.com");
    const generate = (friendlyName: string) => client.mfa.recoveryCodes.generate({ friendlyName });
    expect((await generate("phone")).error).toMatchObject({ code: "mfa_factor_name_conflict" });
    expect((await generate("n".repeat(256))).error).toMatchObject({ code: "validation_failed" });
    expect((await generate("")).data?.friendly_name).toBe("Recovery codes");
  });

  test("recovery codes are refused if the project allows no other factor, and to anonymous users", async () => {
    const { client } = await fixture.withTotp("disabled@example.com");
    const headers = await bearer(client);
    const withoutMfa = await fixture.withMfa({});
    expect(await withoutMfa.post("/factors/recovery-codes", {}, headers)).toMatchObject({
      status: 422,
      body: { code: "mfa_recovery_codes_enroll_not_enabled" },
    });
    const params = { code: "k4m9x7qp2ab8ht3z" };
    expect(await withoutMfa.post("/factors/recovery-codes/verify", params, headers)).toMatchObject({
      status: 422,
      body: { code: "mfa_recovery_codes_verify_not_enabled" },
    });
    const withAnonymousSignIns = await authFixture(database, {
      auth: { mfa, enable_anonymous_sign_ins: true },
    });
    const anonymousClient = withAnonymousSignIns.client();
    await anonymousClient.signInAnonymously();
    expect((await anonymousClient.mfa.recoveryCodes.generate()).error).toMatchObject({
      code: "no_authorization",
    });
    expect(
      await withAnonymousSignIns.post("/factors/recovery-codes/verify", params, apiVersion),
    ).toMatchObject({
      status: 401,
    });
  });
});

describe("using recovery codes", () => {
  test("a recovery code raises the session to aal2 once, in upper or lower case and with or without separators", async () => {
    const { codes, client } = await createUserWithCodes("lost@example.com");
    const [usedCode = "", unusedCode = ""] = codes;
    const formattedCode = usedCode.toUpperCase().replaceAll(/.{4}/g, "$& - ");
    const phone = await fixture.signIn("lost@example.com");
    const otherClient = await fixture.signIn("lost@example.com");
    expect((await phone.mfa.recoveryCodes.verify({ code: formattedCode })).error).toBeNull();
    expect(await claimsOf(phone)).toMatchObject({
      aal: "aal2",
      amr: [{ method: "mfa/recovery_code" }, { method: "password" }],
    });
    expect((await otherClient.refreshSession()).error).toMatchObject({
      code: "refresh_token_not_found",
    });
    expect(await remainingCount(client)).toBe(9);
    const nextClient = await fixture.signIn("lost@example.com");
    for (const code of [usedCode, "", "aaaa-bbbb-cccc-dddd", `${unusedCode}x`]) {
      expect((await nextClient.mfa.recoveryCodes.verify({ code })).error).toMatchObject({
        status: 422,
        code: "mfa_verification_failed",
      });
    }
    expect((await nextClient.mfa.recoveryCodes.verify({ code: unusedCode })).error).toBeNull();
    expect(await remainingCount(client)).toBe(8);
  });

  test("a recovery code that simultaneous requests use is accepted once", async () => {
    const { codes } = await createUserWithCodes("twice@example.com");
    const [code = ""] = codes;
    const clients = await Promise.all([1, 2, 3].map(() => fixture.signIn("twice@example.com")));
    const responses = await Promise.all(
      clients.map(async (client) =>
        fixture.wire.post("/factors/recovery-codes/verify", { code }, await bearer(client)),
      ),
    );
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test("a user cannot use the recovery codes of another user", async () => {
    const { codes } = await createUserWithCodes("victim@example.com");
    await createUserWithCodes("thief@example.com");
    const thief = await fixture.signIn("thief@example.com");
    expect((await thief.mfa.recoveryCodes.verify({ code: codes[0] ?? "" })).error).toMatchObject({
      code: "mfa_verification_failed",
    });
  });

  test("recovery codes are locked after ten wrong ones until they are regenerated", async () => {
    const { client, codes } = await createUserWithCodes("guessed@example.com");
    const guessingClient = await fixture.signIn("guessed@example.com");
    for (let attempt = 0; attempt < 10; attempt++) {
      await guessingClient.mfa.recoveryCodes.verify({ code: "aaaabbbbccccdddd" });
    }
    const [code = ""] = codes;
    expect((await guessingClient.mfa.recoveryCodes.verify({ code })).error).toMatchObject({
      status: 429,
      code: "mfa_recovery_codes_locked",
    });
    const { data } = await client.mfa.recoveryCodes.regenerate();
    const verification = await guessingClient.mfa.recoveryCodes.verify({
      code: data?.codes[0] ?? "",
    });
    expect(verification.error).toBeNull();
  });

  test("recovery codes have no challenge and are not verified as another factor", async () => {
    const { client, factorId, codes } = await createUserWithCodes("direct@example.com");
    const headers = await bearer(client);
    const path = `/factors/${factorId}`;
    for (const response of [
      await fixture.wire.post(`${path}/challenge`, {}, headers),
      await fixture.wire.post(`${path}/verify`, { code: codes[0] }, headers),
    ]) {
      expect(response).toMatchObject({ status: 400, body: { code: "validation_failed" } });
    }
    expect(await remainingCount(client)).toBe(10);
  });
});

describe("replacing and removing recovery codes", () => {
  test("new recovery codes replace all earlier ones and keep the factor", async () => {
    const { client, codes, factorId } = await createUserWithCodes("renewed@example.com");
    await client.mfa.recoveryCodes.verify({ code: codes[0] ?? "" });
    const { data } = await client.mfa.recoveryCodes.regenerate();
    expect(data).toMatchObject({ id: factorId, friendly_name: "Recovery codes", total: 10 });
    expect(await remainingCount(client)).toBe(10);
    const laterClient = await fixture.signIn("renewed@example.com");
    expect(
      (await laterClient.mfa.recoveryCodes.verify({ code: codes[1] ?? "" })).error,
    ).toMatchObject({
      code: "mfa_verification_failed",
    });
    expect(
      (await laterClient.mfa.recoveryCodes.verify({ code: data?.codes[1] ?? "" })).error,
    ).toBeNull();
  });

  test("removing recovery codes lowers the sessions that they raised", async () => {
    const { client, codes, factorId } = await createUserWithCodes("removed@example.com");
    const otherClient = await fixture.signIn("removed@example.com");
    await otherClient.mfa.recoveryCodes.verify({ code: codes[0] ?? "" });
    expect((await client.mfa.recoveryCodes.unenroll()).data).toEqual({ id: factorId });
    expect(await remainingCount(client)).toBe("mfa_factor_not_found");
    await otherClient.refreshSession();
    expect((await claimsOf(otherClient))["aal"]).toBe("aal1");
    expect((await claimsOf(client))["aal"]).toBe("aal2");
    expect((await client.mfa.recoveryCodes.regenerate()).error).toMatchObject({
      status: 404,
      code: "mfa_factor_not_found",
    });
  });

  test("recovery codes are deleted together with the last verified factor", async () => {
    const { client, id } = await createUserWithCodes("last@example.com");
    const { data: phone } = await client.mfa.enroll({ factorType: "phone", phone: "+4520304099" });
    await client.mfa.unenroll({ factorId: id });
    expect(await remainingCount(client)).toBe("mfa_factor_not_found");
    expect((await client.mfa.listFactors()).data?.all.map((factor) => factor.id)).toEqual([
      phone?.id,
    ]);
  });
});
