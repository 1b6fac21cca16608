import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { password } from "../../../test/auth/auth-fixture.ts";
import {
  type Client,
  deleteUsersAndFlows,
  fragment,
  type SocialFixture,
  socialFixture,
  takeSession,
} from "../../../test/auth/social.ts";
import { openTestDatabase } from "../../../test/databases/test-database.ts";
import type { Database } from "../../database/port.ts";
import { sql } from "../../database/sql.ts";

// The project does not require confirmations. An administrator has created an account for a user who has not signed in
// yet, and a stranger tries every sign-in method that needs no message.

const victim = "grace@example.com";
const unverified = { person: victim, failure: "unverified_email" };

let database: Database;
let wire: SocialFixture;
beforeAll(async () => {
  database = await openTestDatabase();
  wire = await socialFixture(database, {
    auth: {
      enable_manual_linking: true,
      enable_anonymous_sign_ins: true,
      email: { enable_confirmations: false },
      sms: { enable_confirmations: false },
      external: { github: { enabled: true } },
    },
  });
});
afterAll(() => database.close());
beforeEach(() => deleteUsersAndFlows(database));

const createAccount: Record<string, () => Promise<string>> = {
  "was invited": async () => {
    const { data } = await wire.admin().inviteUserByEmail(victim);
    return data.user?.id ?? "";
  },
  "was invited long ago": async () => {
    const id = (await createAccount["was invited"]?.()) ?? "";
    await database.query(sql`
      update auth.one_time_tokens set created_at = created_at - interval '1 day'`);
    return id;
  },
  "was created by an administrator": async () => {
    const { data } = await wire
      .admin()
      .createUser({ email: victim, app_metadata: { is_editor: true } });
    return data.user?.id ?? "";
  },
};

const attempt: Record<string, () => Promise<Client>> = {
  "a sign-up": async () => {
    const client = wire.client();
    const { error } = await client.signUp({ email: victim, password: "mallory's own" });
    expect(error).toMatchObject({ status: 422, code: "user_already_exists" });
    return client;
  },
  "a code, and a sign-up": async () => {
    const client = wire.client();
    await client.signInWithOtp({ email: victim });
    await client.resend({ type: "signup", email: victim });
    await client.signUp({ email: victim, password: "mallory's own" });
    return client;
  },
  "a provider that does not verify the address": async () => {
    const client = wire.client();
    const finalUrl = await wire.browser().signIn({ provider: "github" }, unverified);
    const { access_token = "", refresh_token = "" } = fragment(finalUrl);
    await client.setSession({ access_token, refresh_token });
    return client;
  },
  "a guest's change of address": async () => {
    const client = wire.client();
    await client.signInAnonymously();
    await client.updateUser({ email: victim });
    return client;
  },
  "a guest who links a provider that does not verify the address": async () => {
    const client = wire.client();
    await client.signInAnonymously();
    const { data } = await client.linkIdentity({
      provider: "github",
      options: { skipBrowserRedirect: true },
    });
    await wire.browser().link(data?.url ?? "", unverified);
    return client;
  },
};

describe.each(Object.keys(createAccount))("an unproven account that %s", (kind) => {
  it.each(Object.keys(attempt))(
    "an unproven account is not taken over by %s, and neither is its address",
    async (name) => {
      const id = await createAccount[kind]?.();
      const stranger = await attempt[name]?.();
      const { data } = (await stranger?.getUser()) ?? {};
      expect(data?.user?.id).not.toBe(id);
      expect(data?.user?.email).not.toBe(victim);

      await wire.client().resetPasswordForEmail(victim);
      const { url } = await wire.browser().open(wire.emailTo(victim).link ?? "");
      const owner = wire.client();
      await takeSession(owner, url);
      const { data: ownersData } = await owner.getUser();
      expect(ownersData.user).toMatchObject({ id, email: victim });
    },
  );
});

it("an invitation signs in to its account even if a stranger has signed up with its address", async () => {
  const id = await createAccount["was invited"]?.();
  const { link = "" } = wire.emailTo(victim);
  await attempt["a sign-up"]?.();
  const { url } = await wire.browser().open(link);
  const owner = wire.client();
  await takeSession(owner, url);
  expect((await owner.getUser()).data.user?.id).toBe(id);
});

it("an account that was unconfirmed while confirmations were enabled accepts its password after they are disabled", async () => {
  const withConfirmations = await socialFixture(database);
  await withConfirmations.client().signUp({ email: victim, password });
  const { error } = await wire.client().signUp({ email: victim, password: "mallory's own" });
  expect(error?.code).toBe("user_already_exists");
  const { data } = await wire.client().signUp({ email: victim, password });
  expect(data.session).not.toBeNull();
});
