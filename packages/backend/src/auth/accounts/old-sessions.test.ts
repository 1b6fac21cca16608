import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { password } from "../../../test/auth/auth-fixture.ts";
import { createAuthenticator } from "../../../test/auth/authenticator.ts";
import { bearer, enrollTotp, mfa } from "../../../test/auth/factors.ts";
import { webauthn } from "../../../test/auth/passkeys.ts";
import {
  type Client,
  deleteUsersAndFlows,
  fragment,
  type SocialFixture,
  socialFixture,
} from "../../../test/auth/social.ts";
import { openTestDatabase } from "../../../test/databases/test-database.ts";
import type { Database } from "../../database/port.ts";
import { sql } from "../../database/sql.ts";

// With `secure_password_change`, a session older than a day cannot set a password. These tests try other ways in which
// a thief with an old session could set a password, or lock the owner out.

const victim = "grace@example.com";

let database: Database;
let wire: SocialFixture;
beforeAll(async () => {
  database = await openTestDatabase();
  wire = await socialFixture(database, {
    auth: {
      enable_manual_linking: true,
      enable_anonymous_sign_ins: true,
      email: { secure_password_change: true },
      passkey: { enabled: true },
      webauthn,
      mfa,
      external: { github: { enabled: true } },
    },
  });
});
afterAll(() => database.close());
beforeEach(() => deleteUsersAndFlows(database));

const backdateSessions = (hours: number) =>
  database.query(sql`
    update auth.sessions set created_at = created_at - make_interval(hours => ${hours})`);

async function stealSession(fixture = wire) {
  await fixture.signedIn(victim);
  const thief = fixture.client();
  await thief.signInWithPassword({ email: victim, password });
  await backdateSessions(25);
  return thief;
}

const startLinking = (client: Client) =>
  client.linkIdentity({ provider: "github", options: { skipBrowserRedirect: true } });

const refusal = { status: 400, code: "reauthentication_needed" };

it("an old session cannot link a provider's account, because signing in with it would create a new session", async () => {
  const thief = await stealSession();
  expect((await startLinking(thief)).error).toMatchObject(refusal);
  const response = await wire.post(
    "/token?grant_type=id_token",
    { provider: "google", id_token: "x.y.z", link_identity: true },
    await bearer(thief),
  );
  expect(response).toMatchObject({ status: 400, body: { code: "reauthentication_needed" } });
});

it("an old session cannot add a passkey", async () => {
  const thief = await stealSession();
  const response = await wire.post("/passkeys/registration/options", {}, await bearer(thief));
  expect(response).toMatchObject({ status: 400, body: { code: "reauthentication_needed" } });
});

it("an old session cannot add a phone number", async () => {
  const thief = await stealSession();
  expect((await thief.updateUser({ phone: "4520304061" })).error).toMatchObject(refusal);
  expect(wire.texts.map(({ to }) => to)).not.toContain("4520304061");
});

it("an old session cannot add a phone number where phone login is disabled, because the confirmation code opens a session", async () => {
  const withoutPhoneLogin = await socialFixture(database, {
    auth: { email: { secure_password_change: true }, sms: { enable_signup: false } },
  });
  const thief = await stealSession(withoutPhoneLogin);
  expect((await thief.updateUser({ phone: "4520304064" })).error).toMatchObject(refusal);
  expect(withoutPhoneLogin.texts).toEqual([]);
});

it("an old session cannot add a second factor, which would lock the owner out", async () => {
  const thief = await stealSession();
  await expect(enrollTotp(thief)).rejects.toMatchObject(refusal);
});

it("a session may change sign-in methods for a day, and again after the next sign-in", async () => {
  const owner = await wire.signedIn(victim);
  await backdateSessions(23);
  expect((await startLinking(owner)).error).toBeNull();
  await backdateSessions(2);
  expect((await startLinking(owner)).error).toMatchObject(refusal);
  await owner.signInWithPassword({ email: victim, password });
  expect((await startLinking(owner)).error).toBeNull();
  expect((await owner.updateUser({ phone: "4520304062" })).error).toBeNull();
  await enrollTotp(owner);
});

it("an old session can change its phone number with a nonce, as it can change its password", async () => {
  const owner = await stealSession();
  await owner.reauthenticate();
  const nonce = wire.emailTo(victim).code ?? "";
  const { error } = await owner.updateUser({ phone: "4520304063", nonce });
  expect(error).toBeNull();
});

it("an old session can request an address change that both addresses confirm", async () => {
  const owner = await stealSession();
  expect((await owner.updateUser({ email: "hopper@example.com" })).error).toBeNull();
});

it("linking an account does not renew a session: the session keeps its age", async () => {
  const thief = await wire.signedIn(victim);
  await backdateSessions(23);
  const { data } = await startLinking(thief);
  const finalUrl = await wire.browser().link(data?.url ?? "", { person: "ada@example.com" });
  const { access_token = "", refresh_token = "" } = fragment(finalUrl);
  const client = wire.client();
  expect((await client.setSession({ access_token, refresh_token })).error).toBeNull();
  await backdateSessions(2);
  expect((await client.updateUser({ password: "mallory's own" })).error).toMatchObject(refusal);
});

it("a guest of any age can become a permanent user", async () => {
  const guest = wire.client();
  await guest.signInAnonymously();
  await backdateSessions(25);
  expect((await guest.updateUser({ email: "guest@example.com" })).error).toBeNull();
  expect((await startLinking(guest)).error).toBeNull();
});

it("a new session can register a passkey", async () => {
  const owner = await wire.signedIn(victim);
  const { body } = await wire.post("/passkeys/registration/options", {}, await bearer(owner));
  const credential = createAuthenticator().create(body.options);
  const params = { challenge_id: body.challenge_id, credential };
  const response = await wire.post("/passkeys/registration/verify", params, await bearer(owner));
  expect(response.status).toBe(200);
});
