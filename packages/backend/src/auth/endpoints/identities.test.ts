import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { password } from "../../../test/auth/auth-fixture.ts";
import {
  fragment,
  origin,
  type SocialFixture,
  socialFixture,
  takeSession,
} from "../../../test/auth/social.ts";
import { openTestDatabase } from "../../../test/databases/test-database.ts";
import type { Database } from "../../database/port.ts";
import { sql } from "../../database/sql.ts";

let database: Database;
let fixture: SocialFixture;
beforeAll(async () => {
  database = await openTestDatabase();
  fixture = await socialFixture(database, {
    auth: {
      enable_manual_linking: true,
      enable_anonymous_sign_ins: true,
      external: { github: { enabled: true }, google: { enabled: true } },
    },
  });
});
afterAll(() => database.close());
beforeEach(() => database.query(sql`delete from auth.users`));

type Client = Awaited<ReturnType<SocialFixture["signedIn"]>>;

/** Links an account with the unmodified client; returns the URL where the flow ends. */
async function link(client: Client, fields: Record<string, string> = {}, wire = fixture) {
  const { data, error } = await client.linkIdentity({
    provider: "github",
    options: { redirectTo: `${origin}/account`, skipBrowserRedirect: true },
  });
  if (error) throw error;
  return wire.browser().link(data.url ?? "", fields);
}

describe("linkIdentity", () => {
  it("linkIdentity adds another account to a signed-in user", async () => {
    const client = await fixture.signedIn("ada@example.com");
    const finalUrl = await link(client);
    expect(finalUrl.pathname).toBe("/account");
    expect(fragment(finalUrl)).toHaveProperty("access_token");
    const { data } = await client.getUserIdentities();
    expect(data?.identities.map(({ provider }) => provider)).toEqual(["email", "github"]);
    const { data: user } = await client.getUser();
    expect(user.user?.email).toBe("ada@example.com");
    expect(user.user?.app_metadata["providers"]).toEqual(["email", "github"]);
  });

  it("linkIdentity lets the user sign in with the added account", async () => {
    const client = await fixture.signedIn("ada@example.com");
    await link(client);
    const finalUrl = await fixture.browser().signIn({ provider: "github" });
    const { data } = await fixture.client().setSession({
      access_token: fragment(finalUrl)["access_token"] ?? "",
      refresh_token: fragment(finalUrl)["refresh_token"] ?? "",
    });
    expect(data.user?.email).toBe("ada@example.com");
  });

  it.each([
    ["the caller's own", "Identity is already linked"],
    ["another user's", "Identity is already linked to another user"],
  ])("linkIdentity refuses an account that is already %s", async (owner, description) => {
    const ada = await fixture.signedIn("ada@example.com");
    await link(ada);
    const client = owner === "the caller's own" ? ada : await fixture.signedIn("eve@example.com");
    expect(fragment(await link(client))).toMatchObject({
      error: "server_error",
      error_code: "identity_already_exists",
      error_description: description,
    });
  });

  it("linkIdentity makes an anonymous user permanent", async () => {
    const client = fixture.client();
    const { data: guest } = await client.signInAnonymously();
    const finalUrl = await link(client);
    expect(fragment(finalUrl)).toHaveProperty("access_token");
    const { data } = await client.getUser();
    expect(data.user).toMatchObject({
      id: guest.user?.id,
      email: "grace@example.com",
      email_confirmed_at: expect.any(String),
      is_anonymous: false,
    });
  });

  it("linkIdentity requires an anonymous user to confirm an unverified address", async () => {
    const client = fixture.client();
    await client.signInAnonymously();
    expect(fragment(await link(client, { failure: "unverified_email" }))).toMatchObject({
      error_code: "email_not_confirmed",
      error_description:
        "Unverified email with github. A confirmation email has been sent to your github email",
    });
    expect(fixture.emailTo("grace@example.com").code).toMatch(/^\d{6}$/);
    const { data } = await client.getUser();
    expect(data.user?.email_confirmed_at).toBeUndefined();
  });

  it("linkIdentity does not give an anonymous user another user's address", async () => {
    await fixture.signedIn("grace@example.com");
    const client = fixture.client();
    await client.signInAnonymously();
    expect(fragment(await link(client))).toMatchObject({
      error: "invalid_request",
      error_code: "email_exists",
      error_description: "A user with this email address has already been registered",
    });
  });

  /** Starts a flow, and returns a function that continues it in a browser. */
  async function startLinking(client: Client) {
    const options = { redirectTo: `${origin}/account`, skipBrowserRedirect: true };
    const { data } = await client.linkIdentity({ provider: "github", options });
    return () => fixture.browser().link(data?.url ?? "");
  }

  it("linkIdentity fails after the session that started it has ended", async () => {
    const owner = await fixture.signedIn("ada@example.com");
    const thief = fixture.client();
    await thief.signInWithPassword({ email: "ada@example.com", password });
    const finishInBrowser = await startLinking(thief);
    await owner.updateUser({ password: "another horse" });
    expect((await finishInBrowser()).searchParams.get("error_code")).toBe("bad_oauth_state");
    const { data } = await owner.getUserIdentities();
    expect(data?.identities.map(({ provider }) => provider)).toEqual(["email"]);
  });

  it("linkIdentity fails for a user who was banned in the meantime", async () => {
    const finishInBrowser = await startLinking(await fixture.signedIn("ada@example.com"));
    await database.query(sql`update auth.users set banned_until = now() + interval '1 day'`);
    expect(fragment(await finishInBrowser())).toMatchObject({
      error: "access_denied",
      error_code: "user_banned",
    });
  });

  it("linkIdentity requires the second factor, and so does unlinkIdentity", async () => {
    const client = await fixture.signedIn("ada@example.com");
    await link(client);
    await database.query(sql`
      insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
      select gen_random_uuid(), id, 'totp', 'verified', now(), now() from auth.users`);
    const refusal = { status: 403, code: "insufficient_aal" };
    await expect(link(client)).rejects.toMatchObject(refusal);
    const { data: session } = await client.getSession();
    const tokenResponse = await fixture.app.request("/token?grant_type=id_token", {
      method: "POST",
      headers: { authorization: `Bearer ${session.session?.access_token}` },
      body: JSON.stringify({ provider: "google", id_token: "x.y.z", link_identity: true }),
    });
    expect([tokenResponse.status, await tokenResponse.json()]).toMatchObject([
      403,
      { error_code: "insufficient_aal" },
    ]);
    const { data } = await client.getUserIdentities();
    const [identity] = data?.identities ?? [];
    if (!identity) throw new Error("the user has no identity");
    expect((await client.unlinkIdentity(identity)).error).toMatchObject(refusal);
  });

  it("linkIdentity redirects unless only the URL is requested", async () => {
    const client = await fixture.signedIn("ada@example.com");
    const { data } = await client.getSession();
    const response = await fixture.app.request("/user/identities/authorize?provider=github", {
      headers: { authorization: `Bearer ${data.session?.access_token}` },
    });
    expect(response.status).toBe(302);
    expect(response.headers.get("location")).toContain("/sandbox/github/authorize");
  });

  it("linkIdentity requires a signed-in user", async () => {
    const { status } = await fixture.get("/user/identities/authorize?provider=github");
    expect(status).toBe(401);
  });
});

it("claiming another user's address at a provider does not sign in to their account", async () => {
  const eve = await fixture.signedIn("eve@example.com");
  await link(eve, { failure: "unverified_email" });
  const { data: identities } = await eve.getUserIdentities();
  expect(identities?.identities.at(-1)?.identity_data).toMatchObject({
    email: "grace@example.com",
    email_verified: false,
  });
  const finalUrl = await fixture.browser().signIn({ provider: "google" });
  const { data } = await fixture.client().setSession({
    access_token: fragment(finalUrl)["access_token"] ?? "",
    refresh_token: fragment(finalUrl)["refresh_token"] ?? "",
  });
  expect(data.user?.email).toBe("grace@example.com");
});

it("an unverified address never replaces an address that is unlinked", async () => {
  const eve = await fixture.signedIn("eve@example.com");
  await link(eve, { failure: "unverified_email" });
  const { data: identities } = await eve.getUserIdentities();
  const [emailIdentity] = identities?.identities ?? [];
  if (!emailIdentity) throw new Error("the user has no identity");
  expect((await eve.unlinkIdentity(emailIdentity)).error).toMatchObject({
    status: 422,
    code: "email_conflict_identity_not_deletable",
  });
  expect((await eve.getUser()).data.user?.email).toBe("eve@example.com");
});

it("a user loses an account whose address turns out to belong to another user", async () => {
  const eve = await fixture.signedIn("eve@example.com");
  await link(eve, { failure: "unverified_email" });
  await database.query(sql`
    update auth.users
    set email = 'grace@example.com', email_confirmed_at = null, phone = '4520304052'`);
  await database.query(sql`
    insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
    select gen_random_uuid(), id, 'totp', 'verified', now(), now() from auth.users`);

  const finalUrl = await fixture.browser().signIn({ provider: "google" });
  const grace = fixture.client();
  await grace.setSession({
    access_token: fragment(finalUrl)["access_token"] ?? "",
    refresh_token: fragment(finalUrl)["refresh_token"] ?? "",
  });
  const { data } = await grace.getUser();
  expect(data.user).toMatchObject({ email: "grace@example.com", phone: "" });
  expect(data.user).not.toHaveProperty("factors");
  expect(data.user?.identities?.map(({ provider }) => provider)).toEqual(["google"]);
  expect((await eve.getUser()).error).not.toBeNull();
});

describe("unlinkIdentity", () => {
  const identityOf = async (client: Client, provider: string) => {
    const { data } = await client.getUserIdentities();
    const identity = data?.identities.find((candidate) => candidate.provider === provider);
    if (!identity) throw new Error(`the user has no ${provider} identity`);
    return identity;
  };

  it("unlinkIdentity removes an account", async () => {
    const client = await fixture.signedIn("ada@example.com");
    await link(client);
    expect((await client.unlinkIdentity(await identityOf(client, "github"))).error).toBeNull();
    const { data } = await client.getUser();
    expect(data.user?.identities?.map(({ provider }) => provider)).toEqual(["email"]);
    expect(data.user?.app_metadata["providers"]).toEqual(["email"]);
  });

  it("unlinkIdentity keeps the account's address if both addresses have to confirm a change", async () => {
    const thief = await fixture.signedIn("ada@example.com");
    await link(thief);
    const { error } = await thief.unlinkIdentity(await identityOf(thief, "email"));
    expect(error).toMatchObject({ status: 422, code: "email_conflict_identity_not_deletable" });
    await fixture.client().resetPasswordForEmail("ada@example.com");
    expect(fixture.emailTo("ada@example.com").kind).toBe("recovery");
  });

  it("unlinkIdentity of an address that another provider verifies keeps it on the account", async () => {
    const owner = await fixture.signedIn("ada@example.com");
    await link(owner);
    await fixture.browser().signIn({ provider: "google" }, { person: "ada@example.com" });
    expect((await owner.unlinkIdentity(await identityOf(owner, "email"))).error).toBeNull();
    const { data } = await owner.getUser();
    expect(data.user?.email).toBe("ada@example.com");
    const { error } = await owner.unlinkIdentity(await identityOf(owner, "google"));
    expect(error).toMatchObject({ code: "email_conflict_identity_not_deletable" });
    expect((await owner.unlinkIdentity(await identityOf(owner, "github"))).error).toBeNull();
  });

  it("unlinkIdentity keeps the account's address if only a later phone number remains", async () => {
    const thief = await fixture.signedIn("ada@example.com");
    const phone = "4520304054";
    await thief.updateUser({ phone });
    const token = fixture.texts.findLast(({ to }) => to === phone)?.text.match(/\d{6}/)?.[0] ?? "";
    await thief.verifyOtp({ phone, token, type: "phone_change" });
    const { error } = await thief.unlinkIdentity(await identityOf(thief, "email"));
    expect(error).toMatchObject({ status: 422, code: "email_conflict_identity_not_deletable" });
  });

  it("unlinkIdentity keeps the account's address if a phone number existed before it", async () => {
    const codeTo = (phone: string) =>
      fixture.texts.findLast(({ to }) => to === phone)?.text.match(/\d{6}/)?.[0] ?? "";
    const [ownersPhone, thiefsPhone] = ["4520304056", "4520304057"];
    const thief = fixture.client();
    await thief.signUp({ phone: ownersPhone, password });
    await thief.verifyOtp({ phone: ownersPhone, token: codeTo(ownersPhone), type: "sms" });
    await thief.updateUser({ email: "ada@example.com" });
    const { code = "" } = fixture.emailTo("ada@example.com");
    await thief.verifyOtp({ email: "ada@example.com", token: code, type: "email_change" });
    await thief.updateUser({ phone: thiefsPhone });
    await thief.verifyOtp({ phone: thiefsPhone, token: codeTo(thiefsPhone), type: "phone_change" });
    const { error } = await thief.unlinkIdentity(await identityOf(thief, "email"));
    expect(error).toMatchObject({ status: 422, code: "email_conflict_identity_not_deletable" });
  });

  it("unlinkIdentity removes an address that was added after the account of a provider without addresses", async () => {
    const wire = await socialFixture(database, {
      auth: {
        enable_manual_linking: true,
        external: { github: { enabled: true, email_optional: true }, google: { enabled: true } },
      },
    });
    const signIn = () => wire.browser().signIn({ provider: "github" }, { failure: "no_email" });
    const owner = wire.client();
    await takeSession(owner, await signIn());
    const thief = wire.client();
    await takeSession(thief, await signIn());
    await thief.updateUser({ email: "mallory@example.com" });
    const { code = "" } = wire.emailTo("mallory@example.com");
    await thief.verifyOtp({ email: "mallory@example.com", token: code, type: "email_change" });

    expect((await owner.unlinkIdentity(await identityOf(owner, "email"))).error).toBeNull();
    const { data } = await owner.getUser();
    expect(data.user).toMatchObject({ email: "", app_metadata: { providers: ["github"] } });
  });

  it("unlinkIdentity keeps the account's address if only a provider without addresses remains", async () => {
    const wire = await socialFixture(database, {
      auth: {
        enable_manual_linking: true,
        external: { github: { enabled: true, email_optional: true } },
      },
    });
    const thief = await wire.signedIn("ada@example.com");
    await link(thief, { failure: "no_email" }, wire);
    expect((await identityOf(thief, "github")).identity_data?.["email"] ?? "").toBe("");
    const { error } = await thief.unlinkIdentity(await identityOf(thief, "email"));
    expect(error).toMatchObject({ status: 422, code: "email_conflict_identity_not_deletable" });
  });

  it("unlinkIdentity removes an address that was added after the owner's phone number", async () => {
    const phone = "4520304055";
    const owner = fixture.client();
    await owner.signUp({ phone, password });
    const token = fixture.texts.findLast(({ to }) => to === phone)?.text.match(/\d{6}/)?.[0] ?? "";
    await owner.verifyOtp({ phone, token, type: "sms" });
    await owner.updateUser({ email: "mallory@example.com" });
    const { code = "" } = fixture.emailTo("mallory@example.com");
    await owner.verifyOtp({ email: "mallory@example.com", token: code, type: "email_change" });
    expect((await owner.unlinkIdentity(await identityOf(owner, "email"))).error).toBeNull();
    const { data } = await owner.getUser();
    expect(data.user).toMatchObject({ phone, email: "" });
  });

  it("unlinkIdentity switches to a remaining address if only the new address has to confirm a change", async () => {
    const withSingleConfirmation = await socialFixture(database, {
      auth: {
        enable_manual_linking: true,
        email: { double_confirm_changes: false },
        external: { github: { enabled: true } },
      },
    });
    const client = await withSingleConfirmation.signedIn("ada@example.com");
    await link(client, {}, withSingleConfirmation);
    expect((await client.unlinkIdentity(await identityOf(client, "email"))).error).toBeNull();
    const { data } = await client.getUser();
    expect(data.user).toMatchObject({
      email: "grace@example.com",
      email_confirmed_at: expect.any(String),
      app_metadata: { provider: "github", providers: ["github"] },
    });
  });

  it("unlinkIdentity does not switch to another user's address", async () => {
    const client = await fixture.signedIn("ada@example.com");
    await link(client);
    await fixture.signedIn("other@example.com");
    await database.query(sql`
      update auth.users set email = 'grace@example.com' where email = 'other@example.com'`);
    const { error } = await client.unlinkIdentity(await identityOf(client, "email"));
    expect(error).toMatchObject({
      status: 422,
      code: "email_conflict_identity_not_deletable",
      message: "Unable to unlink identity due to email conflict",
    });
    expect((await client.getUserIdentities()).data?.identities).toHaveLength(2);
  });

  it("unlinkIdentity keeps a phone number that is the only address its owner has proved", async () => {
    const phone = "4520304053";
    const client = fixture.client();
    await client.signUp({ phone, password });
    const token = fixture.texts.findLast(({ to }) => to === phone)?.text.match(/\d{6}/)?.[0] ?? "";
    await client.verifyOtp({ phone, token, type: "sms" });
    await link(client, { failure: "unverified_email" });
    expect((await client.unlinkIdentity(await identityOf(client, "phone"))).error).toMatchObject({
      status: 422,
      code: "email_conflict_identity_not_deletable",
    });
    await link(client, { person: "ada@example.com" });
    expect((await client.unlinkIdentity(await identityOf(client, "phone"))).error).toBeNull();
    const { data } = await client.getUser();
    expect(data.user).toMatchObject({
      phone: "",
      email: "ada@example.com",
      email_confirmed_at: expect.any(String),
    });
  });

  it("unlinkIdentity refuses to remove the last identity", async () => {
    const client = await fixture.signedIn("ada@example.com");
    const { error } = await client.unlinkIdentity(await identityOf(client, "email"));
    expect(error).toMatchObject({
      status: 422,
      code: "single_identity_not_deletable",
      message: "User must have at least 1 identity after unlinking",
    });
  });

  it("unlinkIdentity refuses another user's identity", async () => {
    const ada = await fixture.signedIn("ada@example.com");
    await link(ada);
    const eve = await fixture.signedIn("eve@example.com");
    const { error } = await eve.unlinkIdentity(await identityOf(ada, "github"));
    expect(error).toMatchObject({ code: "single_identity_not_deletable" });
    await database.query(sql`
      insert into auth.identities (provider_id, user_id, identity_data, provider, created_at, updated_at)
      select 'x', id, '{"sub":"x"}', 'google', now(), now() from auth.users where email = 'eve@example.com'`);
    const secondResponse = await eve.unlinkIdentity(await identityOf(ada, "github"));
    expect(secondResponse.error).toMatchObject({ status: 422, code: "identity_not_found" });
    expect((await ada.getUserIdentities()).data?.identities).toHaveLength(2);
  });

  it("unlinkIdentity requires an identity's id", async () => {
    const client = await fixture.signedIn("ada@example.com");
    const { data } = await client.getSession();
    const response = await fixture.app.request("/user/identities/github", {
      method: "DELETE",
      headers: { authorization: `Bearer ${data.session?.access_token}` },
    });
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ msg: "identity_id must be an UUID" });
  });
});

it("linking and unlinking are disabled unless the project enables them", async () => {
  const withoutManualLinking = await socialFixture(database, {
    auth: { external: { github: { enabled: true } } },
  });
  const client = await withoutManualLinking.signedIn("ada@example.com");
  const { error } = await client.linkIdentity({
    provider: "github",
    options: { skipBrowserRedirect: true },
  });
  expect(error).toMatchObject({
    status: 404,
    code: "manual_linking_disabled",
    message: "Manual linking is disabled",
  });
});
