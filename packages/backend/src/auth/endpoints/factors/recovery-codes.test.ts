import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { apiVersion, authFixture } from "../../../../test/auth.ts";
import { openTestDatabase } from "../../../../test/database.ts";
import {
  bearer,
  claimsOf,
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

type Client = Awaited<ReturnType<FactorFixture["signIn"]>>;

/** Signs up a user at aal2 with an authenticator app and recovery codes. */
async function withCodes(email: string) {
  const owner = await fixture.withTotp(email);
  const { data, error } = await owner.client.mfa.recoveryCodes.generate();
  if (error) throw error;
  return { ...owner, codes: data.codes, factorId: data.id };
}

const remaining = async (client: Client) => {
  const { data, error } = await client.mfa.recoveryCodes.getStatus();
  return data ? data.remaining : error?.code;
};

describe("creating recovery codes", () => {
  test("ten recovery codes are shown once, and only their keyed hashes are stored", async () => {
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
    const weak = await fixture.signIn("assured@example.com");
    const alone = await fixture.wire.signedIn("alone@example.com");
    for (const refused of [weak, alone]) {
      for (const call of ["generate", "regenerate", "unenroll"] as const) {
        expect((await refused.mfa.recoveryCodes[call]()).error).toMatchObject({
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
    // A session that stayed at aal2 although the factor is gone.
    await database.query(sql`delete from auth.mfa_factors`);
    expect((await client.mfa.recoveryCodes.generate()).error).toMatchObject({
      status: 422,
      code: "mfa_recovery_codes_sole_factor",
    });
  });

  test("recovery codes have a name that no other factor of the user has", async () => {
    const { client } = await fixture.withTotp("named@example.com");
    const generate = (friendlyName: string) => client.mfa.recoveryCodes.generate({ friendlyName });
    expect((await generate("phone")).error).toMatchObject({ code: "mfa_factor_name_conflict" });
    expect((await generate("n".repeat(256))).error).toMatchObject({ code: "validation_failed" });
    expect((await generate("")).data?.friendly_name).toBe("Recovery codes");
  });

  test("recovery codes are refused if the project allows no other factor, and to anonymous users", async () => {
    const { client } = await fixture.withTotp("disabled@example.com");
    const headers = await bearer(client);
    const closed = await fixture.withMfa({});
    expect(await closed.post("/factors/recovery-codes", {}, headers)).toMatchObject({
      status: 422,
      body: { code: "mfa_recovery_codes_enroll_not_enabled" },
    });
    const attempt = { code: "k4m9x7qp2ab8ht3z" };
    expect(await closed.post("/factors/recovery-codes/verify", attempt, headers)).toMatchObject({
      status: 422,
      body: { code: "mfa_recovery_codes_verify_not_enabled" },
    });
    const open = await authFixture(database, { auth: { mfa, enable_anonymous_sign_ins: true } });
    const anonymous = open.client();
    await anonymous.signInAnonymously();
    expect((await anonymous.mfa.recoveryCodes.generate()).error).toMatchObject({
      code: "no_authorization",
    });
    expect(await open.post("/factors/recovery-codes/verify", attempt, apiVersion)).toMatchObject({
      status: 401,
    });
  });
});

describe("using recovery codes", () => {
  test("a recovery code raises the session to aal2 once, however it is typed", async () => {
    const { codes, client } = await withCodes("lost@example.com");
    const [first = "", second = ""] = codes;
    const typed = first.toUpperCase().replaceAll(/.{4}/g, "$& - ");
    const phone = await fixture.signIn("lost@example.com");
    const laptop = await fixture.signIn("lost@example.com");
    expect((await phone.mfa.recoveryCodes.verify({ code: typed })).error).toBeNull();
    expect(await claimsOf(phone)).toMatchObject({
      aal: "aal2",
      amr: [{ method: "mfa/recovery_code" }, { method: "password" }],
    });
    expect((await laptop.refreshSession()).error).toMatchObject({
      code: "refresh_token_not_found",
    });
    expect(await remaining(client)).toBe(9);
    const again = await fixture.signIn("lost@example.com");
    for (const code of [first, "", "aaaa-bbbb-cccc-dddd", `${second}x`]) {
      expect((await again.mfa.recoveryCodes.verify({ code })).error).toMatchObject({
        status: 422,
        code: "mfa_verification_failed",
      });
    }
    expect((await again.mfa.recoveryCodes.verify({ code: second })).error).toBeNull();
    expect(await remaining(client)).toBe(8);
  });

  test("a recovery code that two requests use at once is accepted once", async () => {
    const { codes } = await withCodes("twice@example.com");
    const [code = ""] = codes;
    const clients = await Promise.all([1, 2, 3].map(() => fixture.signIn("twice@example.com")));
    const answers = await Promise.all(
      clients.map(async (client) =>
        fixture.wire.post("/factors/recovery-codes/verify", { code }, await bearer(client)),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test("a user has only their own recovery codes", async () => {
    const { codes } = await withCodes("victim@example.com");
    await withCodes("thief@example.com");
    const thief = await fixture.signIn("thief@example.com");
    expect((await thief.mfa.recoveryCodes.verify({ code: codes[0] ?? "" })).error).toMatchObject({
      code: "mfa_verification_failed",
    });
  });

  test("recovery codes are locked after ten wrong ones until they are regenerated", async () => {
    const { client, codes } = await withCodes("guessed@example.com");
    const guesser = await fixture.signIn("guessed@example.com");
    for (let attempt = 0; attempt < 10; attempt++) {
      await guesser.mfa.recoveryCodes.verify({ code: "aaaabbbbccccdddd" });
    }
    const [code = ""] = codes;
    expect((await guesser.mfa.recoveryCodes.verify({ code })).error).toMatchObject({
      status: 429,
      code: "mfa_recovery_codes_locked",
    });
    const { data } = await client.mfa.recoveryCodes.regenerate();
    const verified = await guesser.mfa.recoveryCodes.verify({ code: data?.codes[0] ?? "" });
    expect(verified.error).toBeNull();
  });

  test("recovery codes have no challenge and are not verified as another factor", async () => {
    const { client, factorId, codes } = await withCodes("direct@example.com");
    const headers = await bearer(client);
    const path = `/factors/${factorId}`;
    for (const answer of [
      await fixture.wire.post(`${path}/challenge`, {}, headers),
      await fixture.wire.post(`${path}/verify`, { code: codes[0] }, headers),
    ]) {
      expect(answer).toMatchObject({ status: 400, body: { code: "validation_failed" } });
    }
    expect(await remaining(client)).toBe(10);
  });
});

describe("replacing and removing recovery codes", () => {
  test("new recovery codes replace all earlier ones and keep the factor", async () => {
    const { client, codes, factorId } = await withCodes("renewed@example.com");
    await client.mfa.recoveryCodes.verify({ code: codes[0] ?? "" });
    const { data } = await client.mfa.recoveryCodes.regenerate();
    expect(data).toMatchObject({ id: factorId, friendly_name: "Recovery codes", total: 10 });
    expect(await remaining(client)).toBe(10);
    const later = await fixture.signIn("renewed@example.com");
    expect((await later.mfa.recoveryCodes.verify({ code: codes[1] ?? "" })).error).toMatchObject({
      code: "mfa_verification_failed",
    });
    expect((await later.mfa.recoveryCodes.verify({ code: data?.codes[1] ?? "" })).error).toBeNull();
  });

  test("removing recovery codes lowers the sessions that they raised", async () => {
    const { client, codes, factorId } = await withCodes("removed@example.com");
    const other = await fixture.signIn("removed@example.com");
    await other.mfa.recoveryCodes.verify({ code: codes[0] ?? "" });
    expect((await client.mfa.recoveryCodes.unenroll()).data).toEqual({ id: factorId });
    expect(await remaining(client)).toBe("mfa_factor_not_found");
    await other.refreshSession();
    expect((await claimsOf(other))["aal"]).toBe("aal1");
    expect((await claimsOf(client))["aal"]).toBe("aal2");
    expect((await client.mfa.recoveryCodes.regenerate()).error).toMatchObject({
      status: 404,
      code: "mfa_factor_not_found",
    });
  });

  test("recovery codes go with the last factor that they stand in for", async () => {
    const { client, id } = await withCodes("last@example.com");
    const { data: phone } = await client.mfa.enroll({ factorType: "phone", phone: "+4520304099" });
    await client.mfa.unenroll({ factorId: id });
    expect(await remaining(client)).toBe("mfa_factor_not_found");
    expect((await client.mfa.listFactors()).data?.all.map((factor) => factor.id)).toEqual([
      phone?.id,
    ]);
  });
});
