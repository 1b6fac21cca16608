import { beforeEach, describe, expect, it } from "vitest";
import type { Database } from "../src/database/port.ts";
import { password } from "./auth.ts";
import {
  type Client,
  forgetFlows,
  fragment,
  idOf,
  type SocialFixture,
  socialFixture,
  takeSession,
} from "./social.ts";

/** The owner of the address in the tests of possession. */
export const victim = "grace@example.com";
export const unverified = { person: victim, failure: "unverified_email" };

/** Creates a wire with two providers, for tests of proving the ownership of an address. */
export const possessionFixture = (database: Database): Promise<SocialFixture> =>
  socialFixture(database, {
    auth: {
      enable_manual_linking: true,
      enable_anonymous_sign_ins: true,
      email: { double_confirm_changes: false },
      external: { github: { enabled: true }, google: { enabled: true } },
    },
  });

/** The ways in which the owner proves the address, each up to a session. */
const responses = {
  "a sign-up": async (wire, client) => {
    await client.signUp({ email: victim, password });
    await typeCode(wire, client, "signup");
  },
  "a code": async (wire, client) => {
    await client.signInWithOtp({ email: victim });
    await typeCode(wire, client, "email");
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
  "a link of the administrator's": async (wire, client) => {
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

async function typeCode(wire: SocialFixture, client: Client, type: "signup" | "email") {
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
  return idOf(client);
}

export async function link(wire: SocialFixture, client: Client, fields: Record<string, string>) {
  const { data, error } = await client.linkIdentity({
    provider: "github",
    options: { redirectTo: "http://localhost:3000/account", skipBrowserRedirect: true },
  });
  if (error) throw error;
  return wire.browser().link(data.url ?? "", fields);
}

/** Tests that proving an address in each of these ways locks out everyone who used the account before. */
export function testArrivals(
  database: () => Database,
  methods: readonly (keyof typeof responses)[],
): void {
  describe.each(methods)("an account that its owner proves by %s", (method) => {
    let wire: SocialFixture;
    beforeEach(async () => {
      wire ??= await possessionFixture(database());
      await forgetFlows(database());
      wire.emails.length = 0;
      wire.texts.length = 0;
    });
    const arrive = (client: Client) => responses[method](wire, client);

    it("is closed to an identity that a provider left unverified before", async () => {
      expect(await signInByProvider(wire, unverified)).toBeUndefined();
      const owner = wire.client();
      await arrive(owner);
      const { error } = await owner.updateUser({ password: "a password of her own" });
      expect(error).toBeNull();
      expect(await signInByProvider(wire, unverified)).not.toBe(await idOf(owner));
      expect(await signInByProvider(wire, unverified)).not.toBe(await idOf(owner));
    });

    it("is closed to a guest who linked such an identity, and to their session", async () => {
      const stranger = wire.client();
      await stranger.signInAnonymously();
      await link(wire, stranger, unverified);
      const owner = wire.client();
      await arrive(owner);
      const { data, error } = await owner.updateUser({ password: "a password of her own" });
      expect(error).toBeNull();
      expect(data.user).toMatchObject({ email: victim, is_anonymous: false });
      await stranger.refreshSession();
      const { data: theirs } = await stranger.getUser();
      expect(theirs.user?.id).not.toBe(data.user?.id);
      expect(await signInByProvider(wire, unverified)).not.toBe(data.user?.id);
    });

    it("is closed to the password of a sign-up before, and has none of its metadata", async () => {
      const data = { full_name: "Mallory", plan: "free" };
      await wire.client().signUp({ email: victim, password: "mallory's own", options: { data } });
      const owner = wire.client();
      await arrive(owner);
      const { error } = await wire
        .client()
        .signInWithPassword({ email: victim, password: "mallory's own" });
      expect(error?.code).toBe("invalid_credentials");
      const { data: own } = await owner.getUser();
      expect(own.user?.user_metadata["full_name"]).not.toBe("Mallory");
      expect(own.user?.user_metadata).not.toHaveProperty("plan");
    });

    it("is the owner's, whatever a phone's sign-up says of its e-mail address", async () => {
      await wire.post("/signup", { phone: "4520304050", password, data: { email: victim } });
      const owner = wire.client();
      await arrive(owner);
      const { data } = await owner.getUser();
      expect(data.user).toMatchObject({ email: victim, phone: "" });
    });
  });
}
