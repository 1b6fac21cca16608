import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type AuthFixture, apiVersion, authFixture } from "../../../test/auth/auth-fixture.ts";
import { openTestDatabase } from "../../../test/databases/test-database.ts";
import { type OutsideServer, openOutsideServer } from "../../../test/servers/outside-server.ts";
import { readLeakCheck } from "../../config/environment/settings.ts";
import type { Database } from "../../database/port.ts";
import { sql } from "../../database/sql.ts";

let database: Database;
let wire: AuthFixture;
beforeAll(async () => {
  database = await openTestDatabase();
  wire = await authFixture(database);
});
afterAll(() => database.close());

const signIn = (email: string, password: string) =>
  wire.post("/token?grant_type=password", { email, password }, apiVersion);

const firebaseKey =
  "ou9tdYTGyYm8kuR6Dt0Bp0kDuAYoXrK16mbZO4yGwAn3oLspjnN0/c41v8xZnO1n14J3MjKj1b2g6AUCAlFwMw==";
const firebaseHash =
  "zKVTMvnWVw5BBOZNUdnsalx4c4c7y/w7IS5p6Ut2+CfEFFlz37J9huyQfov4iizN8dbjvEJlM5tQaJP84+hfTw==";
const firebase = (parameters: string, hash = firebaseHash) =>
  `$fbscrypt$${parameters},ss=Bw==,sk=${firebaseKey}$C0sHCg9ek77hsg==$${hash}`;

describe("imported password hashes", () => {
  // The vectors of supabase/auth, internal/crypto/password_test.go.
  test.each([
    ["argon2i", "test", "$argon2i$v=19$m=16,t=2,p=1$bGJRWThNOHJJTVBSdHl2dQ$NfEnUOuUpb7F2fQkgFUG4g"],
    [
      "argon2id",
      "test",
      "$argon2id$v=19$m=32,t=3,p=2$SFVpOWJ0eXhjRzVkdGN1RQ$RXnb8rh7LaDcn07xsssqqulZYXOM/EUCEFMVcAcyYVk",
    ],
    ["firebase", "mytestpassword", firebase("v=1,n=14,r=8,p=1")],
  ])(
    "a user imported with a %s hash signs in with the password and keeps the hash",
    async (kind, password, hash) => {
      const email = `${kind}@example.com`;
      const attributes = { email, password_hash: hash, email_confirm: true };
      expect((await wire.admin().createUser(attributes)).error).toBeNull();
      expect((await signIn(email, "guess")).body.code).toBe("invalid_credentials");
      expect((await signIn(email, password)).status).toBe(200);
      expect((await signIn(email, password)).status).toBe(200);
      const { rows } = await database.query(sql`
      select encrypted_password from auth.users where email = ${email}`);
      expect(rows).toEqual([{ encrypted_password: hash }]);
    },
  );

  const saltAndHash = "$bGJRWThNOHJJTVBSdHl2dQ$NfEnUOuUpb7F2fQkgFUG4g";
  test.each([
    `$argon2d$v=19$m=16,t=2,p=1${saltAndHash}`,
    `$argon2id$v=16$m=16,t=2,p=1${saltAndHash}`,
    `$argon2id$v=19$m=16,t=2,p=1,data=abc${saltAndHash}`,
    `$argon2id$v=19$m=1048577,t=2,p=1${saltAndHash}`,
    `$argon2id$v=19$m=16,t=21,p=1${saltAndHash}`,
    `$argon2id$v=19$m=16,t=2,p=17${saltAndHash}`,
    "$argon2id$v=19$m=16,t=2,p=1$!!!$NfEnUOuUpb7F2fQkgFUG4g",
    "$argon2id$v=19$m=16,t=2,p=1$bGJRWThNOHJJTVBSdHl2dQ$",
    firebase("v=2,n=14,r=8,p=1"),
    firebase("v=1,n=0,r=8,p=1"),
    firebase("v=1,n=40,r=8,p=1"),
    firebase("v=1,n=14,r=0,p=1"),
    firebase("v=1,n=14,r=8,p=256"),
    firebase("v=1,n=14,r=8,p=1", "!!!"),
    "$2a$99$abcdefghijklmnopqrstuvABCDEFGHIJKLMNOPQRSTUVWXYZ01234",
    "correct horse",
  ])("creating a user with the hash %s is refused", async (hash) => {
    const attributes = { email: "none@example.com", password_hash: hash };
    const { error } = await wire.admin().createUser(attributes);
    expect(error).toMatchObject({ status: 500, message: "Error creating user" });
  });
});

describe("leaked passwords", () => {
  let service: OutsideServer;
  beforeAll(async () => {
    service = await openOutsideServer();
    // The second line is only padding: its count is zero.
    const suffixOf = (password: string) =>
      createHash("sha1").update(password).digest("hex").toUpperCase().slice(5);
    service.answer = () => ({
      headers: { "content-type": "text/plain" },
      body: `${suffixOf("password")}:52256179\r\n${suffixOf("correct horse")}:0\r\n`,
    });
  });
  afterAll(() => service.close());

  const createFixture = (env: Record<string, string> = {}, minimum_password_length = 6) => {
    const leakCheck = readLeakCheck({
      GOTRUE_PASSWORD_HIBP_ENABLED: "true",
      PORTICO_PASSWORD_HIBP_URL: `${service.url}/range`,
      ...env,
    });
    const config = { auth: { minimum_password_length } };
    return authFixture(database, config, undefined, leakCheck ? { leakCheck } : {});
  };

  test("a leaked password is refused, and only five digits of its hash are sent", async () => {
    const withLeakCheck = await createFixture({ GOTRUE_PASSWORD_HIBP_USER_AGENT: "a project" }, 10);
    const { error } = await withLeakCheck
      .client()
      .signUp({ email: "a@example.com", password: "password" });
    expect(error).toMatchObject({
      status: 422,
      code: "weak_password",
      message:
        "Password should be at least 10 characters. Password is known to be weak and easy to guess, please choose a different one.",
      reasons: ["length", "pwned"],
    });
    expect(service.requests).toMatchObject([
      { method: "GET", path: "/range/5BAA6", headers: { "user-agent": "a project" } },
    ]);
    expect(
      (await withLeakCheck.client().signUp({ email: "a@example.com", password: "correct horse" }))
        .error,
    ).toBeNull();
  });

  test("a leaked password is reported when it is used to sign in or as a new password", async () => {
    await wire
      .admin()
      .createUser({ email: "b@example.com", password: "password", email_confirm: true });
    const withLeakCheck = await createFixture();
    const client = withLeakCheck.client();
    const { data } = await client.signInWithPassword({
      email: "b@example.com",
      password: "password",
    });
    expect(data.weakPassword?.reasons).toEqual(["pwned"]);
    expect((await client.updateUser({ password: "correct horse" })).error).toBeNull();
    expect((await client.updateUser({ password: "password" })).error?.code).toBe("weak_password");
  });

  test("a leaked password is accepted while the service is unreachable, unless the project requires the check", async () => {
    const { answer: previousAnswer } = service;
    service.answer = () => ({ status: 503, body: "" });
    const body = { email: "c@example.com", password: "password" };
    const withOptionalCheck = await createFixture();
    expect((await withOptionalCheck.post("/signup", body, apiVersion)).status).toBe(200);
    const withRequiredCheck = await createFixture({ GOTRUE_PASSWORD_HIBP_FAIL_CLOSED: "true" });
    const refusal = await withRequiredCheck.post("/signup", body, apiVersion);
    service.answer = previousAnswer;
    expect({ status: refusal.status, body: refusal.body }).toEqual({
      status: 500,
      body: {
        code: "unexpected_failure",
        message: "Unable to perform password strength check with HaveIBeenPwned.org.",
      },
    });
  });

  test("an environment variable enables the check for leaked passwords and refuses misspelled values", () => {
    expect(readLeakCheck({})).toBeUndefined();
    expect(readLeakCheck({ GOTRUE_PASSWORD_HIBP_ENABLED: "1" })).toEqual({
      url: "https://api.pwnedpasswords.com/range/",
      userAgent: "portico",
      failClosed: false,
    });
    expect(() => readLeakCheck({ GOTRUE_PASSWORD_HIBP_ENABLED: "yes" })).toThrow("true or false");
    const relativeUrl = { GOTRUE_PASSWORD_HIBP_ENABLED: "true", PORTICO_PASSWORD_HIBP_URL: "here" };
    expect(() => readLeakCheck(relativeUrl)).toThrow(
      "PORTICO_PASSWORD_HIBP_URL must be an absolute URL",
    );
  });
});
