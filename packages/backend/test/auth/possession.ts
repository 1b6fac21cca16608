import { beforeEach, describe, expect, it } from "vitest";
import type { Database } from "../../src/database/port.ts";
import { password } from "./auth-fixture.ts";
import {
  type Client,
  deleteUsersAndFlows,
  fragment,
  type SocialFixture,
  socialFixture,
  takeSession,
  userIdOf,
} from "./social.ts";

/** The victim's address in the tests of possession. */
export const victim = "grace@example.com";
export const unverified = { person: victim, failure: "unverified_email" };

/** Creates a wire with two providers, for tests in which users prove that they own an address. */
export const possessionFixture = (database: Database): Promise<SocialFixture> =>
  socialFixture(database, {
    auth: {
      enable_manual_linking: true,
      enable_anonymous_sign_ins: true,
      email: { double_confirm_changes: false },
      external: { github: { enabled: true }, google: { enabled: true } },
    },
  });

/** The ways to prove that an address is one's own. Each ends with a session of the owner. */
const proofs = {
  "a sign-up": async (wire, client) => {
    await client.signUp({ email: victim, password });
    await enterCode(wire, client, "signup");
  },
  "a code": async (wire, client) => {
    await client.signInWithOtp({ email: victim });
    await enterCode(wire, client, "email");
  },
  "a magic link": async (wire, client) => {
    await client.signInWithOtp({ email: victim });
    await followLink(wire, client);
  },
  "a reset": async (wire, client) => {
    await client.resetPasswordForEmail(victim);
    if (!wire.emails.at(-1)?.link?.includes("recovery")) {
      // No account has the address yet.
      await wire.client().signUp({ email: victim, password });
      await client.resetPasswordForEmail(victim);
    }
    await followLink(wire, client);
  },
  "an invitation": async (wire, client) => {
    await wire.admin().inviteUserByEmail(victim);
    await followLink(wire, client);
  },
  "an administrator's link": async (wire, client) => {
    const { data } = await wire
      .admin()
      .generateLink({ type: "signup", email: victim, password: "the administrator's" });
    const token_hash = data.properties?.hashed_token ?? "";
    const { error } = await client.verifyOtp({ type: "signup", token_hash });
    if (error) throw error;
  },
  "a provider that vouches": async (wire, client) => {
    const finalUrl = await wire.browser().signIn({ provider: "google" }, { person: victim });
    await takeSession(client, finalUrl);
  },
} satisfies Record<string, (wire: SocialFixture, client: Client) => Promise<unknown>>;

async function enterCode(wire: SocialFixture, client: Client, type: "signup" | "email") {
  const { code = "" } = wire.emailTo(victim);
  const { error } = await client.verifyOtp({ email: victim, token: code, type });
  if (error) throw error;
}

export async function followLink(wire: SocialFixture, client: Client) {
  const { url } = await wire.browser().open(wire.emailTo(victim).link ?? "");
  await takeSession(client, url);
}

/** Signs a stranger in through a provider. Returns undefined if the server refuses. */
export async function signInByProvider(wire: SocialFixture, fields: Record<string, string>) {
  const finalUrl = await wire.browser().signIn({ provider: "github" }, fields);
  if (!fragment(finalUrl)["access_token"]) return undefined;
  const client = wire.client();
  await takeSession(client, finalUrl);
  return userIdOf(client);
}

export async function link(wire: SocialFixture, client: Client, fields: Record<string, string>) {
  const { data, error } = await client.linkIdentity({
    provider: "github",
    options: { redirectTo: "http://localhost:3000/account", skipBrowserRedirect: true },
  });
  if (error) throw error;
  return wire.browser().link(data.url ?? "", fields);
}

/** Tests that each way of proving an address locks out everyone who had access to the account before. */
export function testAddressProofs(
  database: () => Database,
  methods: readonly (keyof typeof proofs)[],
): void {
  describe.each(methods)("an account whose owner proves the address with %s", (method) => {
    let wire: SocialFixture;
    beforeEach(async () => {
      wire ??= await possessionFixture(database());
      await deleteUsersAndFlows(database());
      wire.emails.length = 0;
      wire.texts.length = 0;
    });
    const proveAddress = (client: Client) => proofs[method](wire, client);

    it("refuses an identity whose address the provider had not verified", async () => {
      expect(await signInByProvider(wire, unverified)).toBeUndefined();
      const owner = wire.client();
      await proveAddress(owner);
      const { error } = await owner.updateUser({ password: "a password of her own" });
      expect(error).toBeNull();
      expect(await signInByProvider(wire, unverified)).not.toBe(await userIdOf(owner));
      expect(await signInByProvider(wire, unverified)).not.toBe(await userIdOf(owner));
    });

    it("refuses an anonymous user who had linked such an identity, and ends their session", async () => {
      const stranger = wire.client();
      await stranger.signInAnonymously();
      await link(wire, stranger, unverified);
      const owner = wire.client();
      await proveAddress(owner);
      const { data, error } = await owner.updateUser({ password: "a password of her own" });
      expect(error).toBeNull();
      expect(data.user).toMatchObject({ email: victim, is_anonymous: false });
      await stranger.refreshSession();
      const { data: strangersUser } = await stranger.getUser();
      expect(strangersUser.user?.id).not.toBe(data.user?.id);
      expect(await signInByProvider(wire, unverified)).not.toBe(data.user?.id);
    });

    it("refuses the password of an earlier sign-up, and has none of its metadata", async () => {
      const data = { full_name: "Mallory", plan: "free" };
      await wire.client().signUp({ email: victim, password: "mallory's own", options: { data } });
      const owner = wire.client();
      await proveAddress(owner);
      const { error } = await wire
        .client()
        .signInWithPassword({ email: victim, password: "mallory's own" });
      expect(error?.code).toBe("invalid_credentials");
      const { data: ownersUser } = await owner.getUser();
      expect(ownersUser.user?.user_metadata["full_name"]).not.toBe("Mallory");
      expect(ownersUser.user?.user_metadata).not.toHaveProperty("plan");
    });

    it("belongs to the owner even if a sign-up by phone has put the address into its metadata", async () => {
      await wire.post("/signup", { phone: "4520304050", password, data: { email: victim } });
      const owner = wire.client();
      await proveAddress(owner);
      const { data } = await owner.getUser();
      expect(data.user).toMatchObject({ email: victim, phone: "" });
    });
  });
}
