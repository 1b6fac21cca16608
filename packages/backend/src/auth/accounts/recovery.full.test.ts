import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { password } from "../../../test/auth/auth-fixture.ts";
import { createAuthenticator } from "../../../test/auth/authenticator.ts";
import { bearer, codeOf, enrollTotp, mfa } from "../../../test/auth/factors.ts";
import { webauthn } from "../../../test/auth/passkeys.ts";
import {
  type Client,
  deleteUsersAndFlows,
  type SocialFixture,
  socialFixture,
  takeSession,
  userIdOf,
} from "../../../test/auth/social.ts";
import { openTestDatabase } from "../../../test/databases/test-database.ts";
import type { Database } from "../../database/port.ts";
import { sql } from "../../database/sql.ts";

const victim = "grace@example.com";
const stranger = { person: "ada@example.com" };
const phone = "4520304060";
const newPassword = "a password of her own";

const settings = {
  enable_manual_linking: true,
  passkey: { enabled: true },
  mfa,
  webauthn,
  external: {
    github: { enabled: true },
    google: { enabled: true },
    discord: { enabled: true, email_optional: true },
    gitlab: { enabled: true, email_optional: true },
  },
};

let database: Database;
let wire: SocialFixture;
beforeAll(async () => {
  database = await openTestDatabase();
  const notification = { identity_unlinked: { enabled: true } };
  wire = await socialFixture(database, { auth: { ...settings, email: { notification } } });
});
afterAll(() => database.close());
beforeEach(async () => {
  await deleteUsersAndFlows(database);
  wire.emails.length = 0;
  wire.texts.length = 0;
});

type Authenticator = ReturnType<typeof createAuthenticator>;

async function link(
  client: Client,
  fields: Record<string, string> = stranger,
  provider: "github" | "gitlab" = "github",
) {
  const { data, error } = await client.linkIdentity({
    provider,
    options: { skipBrowserRedirect: true },
  });
  if (error) throw error;
  await wire.browser().link(data.url ?? "", fields);
}

async function addPasskey(client: Client, authenticator: Authenticator) {
  const { body } = await wire.post("/passkeys/registration/options", {}, await bearer(client));
  const credential = authenticator.create(body.options);
  const params = { challenge_id: body.challenge_id, credential };
  const response = await wire.post("/passkeys/registration/verify", params, await bearer(client));
  expect(response.status).toBe(200);
}

async function addPhone(client: Client) {
  await client.updateUser({ phone });
  const { error } = await client.verifyOtp({ phone, token: textCode(), type: "phone_change" });
  expect(error).toBeNull();
}

const textCode = () =>
  wire.texts.findLast(({ to }) => to === phone)?.text.match(/\d{6}/)?.[0] ?? "";

/** Signs in with providers, a passkey and a phone number, and returns the id of the account that each one reaches. */
async function accountsBy(authenticator: Authenticator) {
  const accounts: Record<string, string | undefined> = {};
  for (const provider of ["github", "google"]) {
    const finalUrl = await wire.browser().signIn({ provider }, stranger);
    const client = wire.client();
    await takeSession(client, finalUrl);
    accounts[provider] = await userIdOf(client);
  }
  const { body } = await wire.post("/passkeys/authentication/options", {});
  const credential = authenticator.get(body.options);
  const params = { challenge_id: body.challenge_id, credential };
  accounts["passkey"] = (await wire.post("/passkeys/authentication/verify", params)).body.user?.id;
  await wire.client().signInWithOtp({ phone });
  const { data } = await wire.client().verifyOtp({ phone, token: textCode(), type: "sms" });
  accounts["phone"] = data.user?.id;
  return accounts;
}

async function createStolenAccount() {
  const owner = await wire.signedIn(victim);
  const id = await userIdOf(owner);
  const thief = wire.client();
  await thief.signInWithPassword({ email: victim, password });
  const authenticator = createAuthenticator();
  await link(thief);
  // Google verifies the address of the GitHub identity.
  await wire.browser().signIn({ provider: "google" }, stranger);
  await addPasskey(thief, authenticator);
  await addPhone(thief);
  return { owner, id, thief, authenticator };
}

const resetMethods: Record<string, () => Promise<Client>> = {
  "the link": async () => {
    const client = wire.client();
    await client.resetPasswordForEmail(victim);
    const { url } = await wire.browser().open(wire.emailTo(victim).link ?? "");
    await takeSession(client, url);
    return client;
  },
  "the code": async () => {
    const client = wire.client();
    await client.resetPasswordForEmail(victim);
    const token = wire.emailTo(victim).code ?? "";
    await client.verifyOtp({ email: victim, token, type: "recovery" });
    return client;
  },
  "the link of a flow with PKCE": async () => {
    const client = wire.client("pkce");
    await client.resetPasswordForEmail(victim);
    const { url } = await wire.browser().open(wire.emailTo(victim).link ?? "");
    const { error } = await client.exchangeCodeForSession(url.searchParams.get("code") ?? "");
    if (error) throw error;
    return client;
  },
  "the administrator's link": async () => {
    const { data } = await wire.admin().generateLink({ type: "recovery", email: victim });
    const client = wire.client();
    const token_hash = data.properties?.hashed_token ?? "";
    await client.verifyOtp({ token_hash, type: "recovery" });
    return client;
  },
};

describe.each(Object.keys(resetMethods))("a password reset by %s", (name) => {
  it("a password reset removes every sign-in method that a session thief added", async () => {
    const { id, thief, authenticator } = await createStolenAccount();
    expect(Object.values(await accountsBy(authenticator))).toEqual([id, id, id, id]);
    const owner = (await resetMethods[name]?.()) ?? thief;
    const { data, error } = await owner.updateUser({ password: newPassword });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({
      id,
      email: victim,
      phone: "",
      app_metadata: { provider: "email", providers: ["email"] },
    });
    expect((await thief.getUser()).error).not.toBeNull();
    expect(Object.values(await accountsBy(authenticator))).not.toContain(id);
    const { rows } = await database.query<{ payload: { traits: unknown } }>(sql`
      select payload from auth.audit_log_entries where payload ->> 'action' = 'account_recovered'
      order by created_at desc limit 1`);
    expect(rows[0]?.payload.traits).toEqual({
      identities: expect.arrayContaining(["github", "google", "phone"]),
      phone: true,
      passkeys: 1,
    });
    const notifications = wire.emails.filter(
      ({ kind, to }) => kind === "identity_unlinked" && to === victim,
    );
    expect(notifications).toHaveLength(3);
  });
});

describe("a new password", () => {
  /**
   * Returns a client that is signed in to an account with a provider identity whose address the provider has verified.
   */
  async function createAccountWithProvider() {
    const owner = await wire.signedIn(victim);
    await wire.browser().signIn({ provider: "google" }, { person: victim });
    return owner;
  }

  it("a password reset keeps a provider's account that verifies the address", async () => {
    await createAccountWithProvider();
    const owner = await resetMethods["the link"]?.();
    const { data } = (await owner?.updateUser({ password: newPassword })) ?? {};
    expect(data?.user?.app_metadata["providers"]).toEqual(["email", "google"]);
  });

  it("a password reset keeps the provider's account that the account was created with", async () => {
    const owner = wire.client();
    await takeSession(owner, await wire.browser().signIn({ provider: "github" }, stranger));
    await owner.updateUser({ email: victim });
    for (const address of [stranger.person, victim]) {
      await wire.browser().open(wire.emailTo(address).link ?? "");
    }
    const recoveredClient = await resetMethods["the link"]?.();
    expect((await recoveredClient?.updateUser({ password: newPassword }))?.error).toBeNull();
    const returningClient = wire.client();
    await takeSession(
      returningClient,
      await wire.browser().signIn({ provider: "github" }, stranger),
    );
    expect(await userIdOf(returningClient)).toBe(
      recoveredClient && (await userIdOf(recoveredClient)),
    );
  });

  async function addEmail(client: Client) {
    await client.updateUser({ email: victim });
    const token = wire.emailTo(victim).code ?? "";
    const { error } = await client.verifyOtp({ email: victim, token, type: "email_change" });
    expect(error).toBeNull();
  }

  it.each([
    ["", async () => {}],
    [
      ", even if it was used to sign in since then",
      async () => {
        const client = wire.client();
        await client.signInWithOtp({ phone });
        const { error } = await client.verifyOtp({ phone, token: textCode(), type: "sms" });
        expect(error).toBeNull();
      },
    ],
  ] as const)(
    "a password reset keeps a phone number that was proved before the address%s",
    async (_, signInSince) => {
      const owner = wire.client();
      await owner.signUp({ phone, password });
      await owner.verifyOtp({ phone, token: textCode(), type: "sms" });
      await addEmail(owner);
      await signInSince();
      const recoveredClient = await resetMethods["the link"]?.();
      const { data } = (await recoveredClient?.updateUser({ password: newPassword })) ?? {};
      expect(data?.user?.phone).toBe(phone);
    },
  );

  it("a password reset removes a later phone number, even if an administrator confirmed the address again", async () => {
    const owner = await wire.signedIn(victim);
    await addPhone(owner);
    const changes = { email_confirm: true, user_metadata: { name: "Grace" } };
    const { error } = await wire.admin().updateUserById(await userIdOf(owner), changes);
    expect(error).toBeNull();
    const recoveredClient = await resetMethods["the link"]?.();
    const { data } = (await recoveredClient?.updateUser({ password: newPassword })) ?? {};
    expect(data?.user?.phone).toBe("");
  });

  it("a password reset removes what a thief linked before the account had an address", async () => {
    const withoutEmail = { failure: "no_email" };
    const signIn = async (provider: string, fields: Record<string, string>) => {
      const client = wire.client();
      await takeSession(client, await wire.browser().signIn({ provider }, fields));
      return client;
    };
    const owner = await signIn("discord", withoutEmail);
    const thief = await signIn("discord", withoutEmail);
    await link(thief, { ...stranger, ...withoutEmail }, "gitlab");
    const id = await userIdOf(owner);
    expect(await userIdOf(await signIn("gitlab", { ...stranger, ...withoutEmail }))).toBe(id);
    await addEmail(owner);
    const recoveredClient = await resetMethods["the link"]?.();
    expect((await recoveredClient?.updateUser({ password: newPassword }))?.error).toBeNull();
    expect(await userIdOf(await signIn("gitlab", { ...stranger, ...withoutEmail }))).not.toBe(id);
    expect(await userIdOf(await signIn("discord", withoutEmail))).toBe(id);
  });

  it.each([
    ["from a session by password", async (owner: Client) => owner],
    [
      "after a magic link",
      async () => {
        const client = wire.client();
        await client.signInWithOtp({ email: victim });
        await takeSession(client, (await wire.browser().open(wire.emailTo(victim).link ?? "")).url);
        return client;
      },
    ],
  ] as const)(
    "a new password %s keeps all of the owner's sign-in methods",
    async (_, openSession) => {
      const { id, owner, authenticator } = await createStolenAccount();
      const client = await openSession(owner);
      expect((await client.updateUser({ password: newPassword })).error).toBeNull();
      expect(Object.values(await accountsBy(authenticator))).toEqual([id, id, id, id]);
    },
  );

  it("a password reset removes unproven sign-in methods once, and keeps those that are added later", async () => {
    await createAccountWithProvider();
    const owner = await resetMethods["the link"]?.();
    if (!owner) throw new Error("The reset opened no session.");
    await owner.updateUser({ password: newPassword });
    const authenticator = createAuthenticator();
    await addPasskey(owner, authenticator);
    expect((await owner.updateUser({ password: "yet another one" })).error).toBeNull();
    expect((await accountsBy(authenticator))["passkey"]).toBe(await userIdOf(owner));
  });

  it("a new password in an old recovery session removes nothing", async () => {
    await createAccountWithProvider();
    const owner = await resetMethods["the link"]?.();
    if (!owner) throw new Error("The reset opened no session.");
    const authenticator = createAuthenticator();
    await addPasskey(owner, authenticator);
    await database.query(sql`
      update portico.recovery_sessions set created_at = created_at - interval '25 hours'`);
    expect((await owner.updateUser({ password: newPassword })).error).toBeNull();
    expect((await accountsBy(authenticator))["passkey"]).toBe(await userIdOf(owner));
  });
});

describe("a second factor", () => {
  /** Returns a verified factor, enrolled by the holder of the session. */
  async function enrollVerified(client: Client) {
    const factor = await enrollTotp(client);
    const code = codeOf(factor.secret);
    expect((await client.mfa.challengeAndVerify({ factorId: factor.id, code })).error).toBeNull();
    return factor;
  }

  it("a password reset does not bypass a second factor, and an administrator can remove a thief's", async () => {
    const { id, thief, authenticator } = await createStolenAccount();
    const factor = await enrollVerified(thief);
    const owner = await resetMethods["the link"]?.();
    if (!owner) throw new Error("The reset opened no session.");
    const refusal = await owner.updateUser({ password: newPassword });
    expect(refusal.error).toMatchObject({ code: "insufficient_aal" });
    await wire.admin().mfa.deleteFactor({ id: factor.id, userId: id });
    expect((await owner.updateUser({ password: newPassword })).error).toBeNull();
    expect((await thief.getUser()).error).not.toBeNull();
    expect(Object.values(await accountsBy(authenticator))).not.toContain(id);
  });

  it("a password reset keeps the owner's second factor, which recovers the account", async () => {
    const { id, owner, authenticator } = await createStolenAccount();
    const { id: factorId, secret } = await enrollVerified(owner);
    const recoveredClient = await resetMethods["the code"]?.();
    if (!recoveredClient) throw new Error("The reset opened no session.");
    // Use the app's next code, because the current one was already used.
    const proof = await recoveredClient.mfa.challengeAndVerify({
      factorId,
      code: codeOf(secret, 1),
    });
    expect(proof.error).toBeNull();
    const { data, error } = await recoveredClient.updateUser({ password: newPassword });
    expect(error).toBeNull();
    expect(data.user?.factors).toMatchObject([{ id: factorId, status: "verified" }]);
    expect(Object.values(await accountsBy(authenticator))).not.toContain(id);
  });
});
