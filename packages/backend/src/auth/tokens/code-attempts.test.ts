import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type AuthFixture,
  apiVersion,
  authFixture,
  password,
} from "../../../test/auth/auth-fixture.ts";
import { openTestDatabase } from "../../../test/databases/test-database.ts";
import type { Database } from "../../database/port.ts";
import { sql } from "../../database/sql.ts";
import type { Email } from "../../mail/transport.ts";

let database: Database;
let wire: AuthFixture;
/** Another process on the same database. */
let otherProcess: AuthFixture;
beforeAll(async () => {
  database = await openTestDatabase();
  wire = await authFixture(database, { auth: { email: { secure_password_change: true } } });
  otherProcess = await authFixture(database);
});
afterAll(() => database.close());

const attempt = (email: string, token: string, fixture = wire, type = "email") =>
  fixture.post("/verify", { type, email, token }, apiVersion);

const wrongCodes = (correctCode: string, count: number) =>
  ["000000", "111111", "222222", "333333", "444444", "555555"]
    .filter((code) => code !== correctCode)
    .slice(0, count);

async function newCode(email: string) {
  await wire.post("/otp", { email });
  return wire.emailTo(email);
}

const refusal = {
  status: 403,
  body: { code: "otp_expired", message: "Token has expired or is invalid" },
};

describe("a code", () => {
  test("a code is accepted at the fifth attempt and not at the sixth, in every process", async () => {
    const fifthMessage = await newCode("fifth@example.com");
    for (const code of wrongCodes(fifthMessage.code ?? "", 4)) {
      expect(await attempt("fifth@example.com", code)).toMatchObject(refusal);
    }
    expect((await attempt("fifth@example.com", fifthMessage.code ?? "", otherProcess)).status).toBe(
      200,
    );

    const sixthMessage = await newCode("sixth@example.com");
    for (const [index, code] of wrongCodes(sixthMessage.code ?? "", 5).entries()) {
      await attempt("Sixth@example.com", code, index % 2 ? wire : otherProcess);
    }
    expect(await attempt("sixth@example.com", sixthMessage.code ?? "")).toMatchObject(refusal);
  });

  test("a code allows five attempts, even if several accounts request a change to one address", async () => {
    const withAnonymousSignIns = await authFixture(database, {
      auth: { enable_anonymous_sign_ins: true },
    });
    const messages: Email[] = [];
    for (let index = 0; index < 3; index++) {
      const guest = withAnonymousSignIns.client();
      await guest.signInAnonymously();
      await guest.updateUser({ email: "wanted@example.com" });
      messages.push(withAnonymousSignIns.emailTo("wanted@example.com"));
    }
    const [olderMessage, linkedMessage, newestMessage] = messages;
    const enterCode = async (message?: Email) =>
      (
        await attempt(
          "wanted@example.com",
          message?.code ?? "",
          withAnonymousSignIns,
          "email_change",
        )
      ).status;
    expect(await enterCode(olderMessage)).toBe(403);
    expect(await enterCode(newestMessage)).toBe(200);
    // An older link is still accepted, because its token cannot be guessed. It fails only because the address has an
    // owner by now.
    const link = new URL(linkedMessage?.link ?? "");
    const response = await withAnonymousSignIns.app.request(`/verify${link.search}`);
    expect(response.headers.get("location")).toContain("error_code=email_exists");
  });

  test("a code without remaining attempts leaves its link and the next code valid", async () => {
    const message = await newCode("link@example.com");
    for (const code of wrongCodes(message.code ?? "", 5)) await attempt("link@example.com", code);
    expect(await attempt("link@example.com", message.code ?? "")).toMatchObject(refusal);
    const link = new URL(message.link ?? "");
    const token_hash = link.searchParams.get("token");
    expect((await wire.post("/verify", { type: "email", token_hash }, apiVersion)).status).toBe(
      200,
    );

    const nextMessage = await newCode("link@example.com");
    expect((await attempt("link@example.com", nextMessage.code ?? "")).status).toBe(200);
  });

  test("a code is compared at most five times, even if many attempts arrive simultaneously", async () => {
    const { code = "" } = await newCode("storm@example.com");
    const wrongGuesses = wrongCodes(code, 5);
    const guesses = [...Array(3)].flatMap(() => wrongGuesses);
    await Promise.all(guesses.map((guess) => attempt("storm@example.com", guess)));
    expect(await attempt("storm@example.com", code)).toMatchObject(refusal);
  });

  test("attempts at an address without an account store the same rows as at any other", async () => {
    await database.query(sql`delete from portico.code_tries`);
    await newCode("known@example.com");
    await attempt("known@example.com", "000000");
    await attempt("unknown@example.com", "000000");
    const { rows } = await database.query(sql`select subject, tries from portico.code_tries`);
    expect(rows).toHaveLength(4);
    expect(JSON.stringify(rows)).not.toContain("example.com");
  });

  test("a reauthentication code is accepted at the fifth attempt and not at the sixth", async () => {
    const client = await wire.signedIn("nonce@example.com");
    await database.query(sql`
      update auth.sessions set created_at = created_at - interval '2 days'`);
    await client.reauthenticate();
    const nonce = wire.emailTo("nonce@example.com").code ?? "";
    const change = (enteredNonce: string) =>
      client.updateUser({ password: "another horse", nonce: enteredNonce });
    for (const code of wrongCodes(nonce, 5)) {
      expect((await change(code)).error?.code).toBe("reauthentication_not_valid");
    }
    expect((await change(nonce)).error?.code).toBe("reauthentication_not_valid");
  });
});

describe("failed attempts at an address's codes", () => {
  /** Sends a wrong code for an e-mail address from an IP address. */
  const guess = (email: string, callerAddress: string) =>
    wire.post(
      "/verify",
      { type: "email", email, token: "abc" },
      { ...apiVersion, "x-forwarded-for": callerAddress },
    );
  const rateLimitError = {
    status: 429,
    body: {
      code: "over_request_rate_limit",
      message: expect.stringMatching(/^Request rate limit reached, try again in \d+ seconds$/),
    },
  };
  const network = (index: number) => `198.51.${100 + Math.floor(index / 200)}.${index % 200}`;

  test("failed attempts at an address's codes are limited per day, across networks and codes", async () => {
    await wire.signedIn("besieged@example.com");
    const statuses = { "besieged@example.com": [0], "nobody-there@example.com": [0] };
    for (const [email, receivedStatuses] of Object.entries(statuses)) {
      receivedStatuses.push((await guess(email, network(0))).status);
      await database.query(sql`
        update portico.rate_limits set tokens = 7 where bucket like 'code_tries %' and tokens > 7`);
      for (let index = 1; index < 9; index++) {
        if (index % 3 === 0) await wire.post("/recover", { email });
        receivedStatuses.push((await guess(email, network(index))).status);
      }
      expect(await guess(email, network(9))).toMatchObject(rateLimitError);
    }
    // The responses do not reveal which address has an account.
    const [existingAccountStatuses, missingAccountStatuses] = Object.values(statuses);
    expect(existingAccountStatuses).toEqual([0, ...Array(8).fill(403), 429]);
    expect(missingAccountStatuses).toEqual(existingAccountStatuses);

    const { code = "", link } = await newCode("besieged@example.com");
    expect(await attempt("besieged@example.com", code)).toMatchObject(rateLimitError);
    const token_hash = new URL(link ?? "").searchParams.get("token");
    const linkResponse = await wire.post("/verify", { type: "email", token_hash }, apiVersion);
    expect(linkResponse.status).toBe(200);
    const client = wire.client();
    const signIn = await client.signInWithPassword({ email: "besieged@example.com", password });
    expect(signIn.error).toBeNull();
  });

  test("failed attempts at an address's codes are limited to twenty per day and network", async () => {
    const email = "bothered@example.com";
    for (let index = 0; index < 20; index++) {
      expect((await guess(email, "203.0.113.5")).status).toBe(403);
    }
    for (let index = 0; index < 5; index++) {
      expect(await guess(email, "203.0.113.5")).toMatchObject(rateLimitError);
    }
    const { code = "" } = await newCode(email);
    expect((await attempt(email, code)).status).toBe(200);
  });

  test("the limit of failed attempts is reset when the owner enters the correct code", async () => {
    const email = "forgetful@example.com";
    const guesses = Array.from({ length: 99 }, (_, index) => guess(email, network(index)));
    expect((await Promise.all(guesses)).every(({ status }) => status === 403)).toBe(true);
    const { code = "" } = await newCode(email);
    expect((await attempt(email, code)).status).toBe(200);
    for (let index = 0; index < 3; index++) {
      expect((await guess(email, network(index))).status).toBe(403);
    }
  });
});

describe("a phone code", () => {
  test("a phone code has the length and lifetime of [auth.sms]", async () => {
    const withSmsSettings = await authFixture(database, {
      auth: { sms: { otp_length: 8, otp_expiry: 60 }, email: { otp_expiry: 3600 } },
    });
    const phone = "4520304050";
    await withSmsSettings.post("/signup", { phone, password });
    const code = withSmsSettings.texts.at(-1)?.code ?? "";
    expect(code).toMatch(/^\d{8}$/);
    const ageToken = (seconds: number) =>
      database.query(sql`
        update auth.one_time_tokens
        set created_at = created_at - make_interval(secs => ${seconds}) where relates_to = ${phone}`);
    const verify = () =>
      withSmsSettings.post("/verify", { type: "sms", phone, token: code }, apiVersion);
    await ageToken(61);
    expect(await verify()).toMatchObject(refusal);
    await ageToken(-61);
    expect((await verify()).status).toBe(200);
  });
});
