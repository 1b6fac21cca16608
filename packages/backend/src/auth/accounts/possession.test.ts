import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { password } from "../../../test/auth.ts";
import { openTestDatabase } from "../../../test/database.ts";
import {
  type Client,
  forgetFlows,
  fragment,
  idOf,
  type SocialFixture,
  socialFixture,
  takeSession,
} from "../../../test/social.ts";
import type { Database } from "../../database/port.ts";
import { sql } from "../../database/sql.ts";

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
      email: { double_confirm_changes: false },
      external: { github: { enabled: true }, google: { enabled: true } },
    },
  });
});
afterAll(() => database.close());
beforeEach(async () => {
  await forgetFlows(database);
  wire.emails.length = 0;
  wire.texts.length = 0;
});

/** The owner's ways to an account, each up to a session. */
const arrivals: Record<string, (client: Client) => Promise<unknown>> = {
  "a sign-up": async (client) => {
    await client.signUp({ email: victim, password });
    await typeCode(client, "signup");
  },
  "a code": async (client) => {
    await client.signInWithOtp({ email: victim });
    await typeCode(client, "email");
  },
  "a magic link": async (client) => {
    await client.signInWithOtp({ email: victim });
    await followLink(client);
  },
  "a reset": async (client) => {
    await client.resetPasswordForEmail(victim);
    if (!wire.emails.at(-1)?.link?.includes("recovery")) {
      // No account has that address yet.
      await wire.client().signUp({ email: victim, password });
      await client.resetPasswordForEmail(victim);
    }
    await followLink(client);
  },
  "an invitation": async (client) => {
    await wire.admin().inviteUserByEmail(victim);
    await followLink(client);
  },
  "a link of the administrator's": async (client) => {
    const { data } = await wire
      .admin()
      .generateLink({ type: "signup", email: victim, password: "the administrator's" });
    const token_hash = data.properties?.hashed_token ?? "";
    const { error } = await client.verifyOtp({ type: "signup", token_hash });
    if (error) throw error;
  },
  "a provider that vouches": async (client) => {
    const landed = await wire.browser().signIn({ provider: "google" }, { person: victim });
    await takeSession(client, landed);
  },
};

async function typeCode(client: Client, type: "signup" | "email") {
  const { code = "" } = wire.emailTo(victim);
  const { error } = await client.verifyOtp({ email: victim, token: code, type });
  if (error) throw error;
}

async function followLink(client: Client) {
  const { url } = await wire.browser().open(wire.emailTo(victim).link ?? "");
  await takeSession(client, url);
}

/** A stranger's sign-in by a provider; undefined if it is refused. */
async function signInByProvider(fields: Record<string, string>) {
  const landed = await wire.browser().signIn({ provider: "github" }, fields);
  if (!fragment(landed)["access_token"]) return undefined;
  const client = wire.client();
  await takeSession(client, landed);
  return idOf(client);
}

async function link(client: Client, fields: Record<string, string>) {
  const { data, error } = await client.linkIdentity({
    provider: "github",
    options: { redirectTo: "http://localhost:3000/account", skipBrowserRedirect: true },
  });
  if (error) throw error;
  return wire.browser().link(data.url ?? "", fields);
}

describe.each(Object.keys(arrivals))("an account that its owner proves by %s", (way) => {
  const arrive = (client: Client) => arrivals[way]?.(client);

  it("is closed to an identity that a provider left unverified before", async () => {
    expect(await signInByProvider(unverified)).toBeUndefined();
    const owner = wire.client();
    await arrive(owner);
    const { error } = await owner.updateUser({ password: "a password of her own" });
    expect(error).toBeNull();
    expect(await signInByProvider(unverified)).not.toBe(await idOf(owner));
    expect(await signInByProvider(unverified)).not.toBe(await idOf(owner));
  });

  it("is closed to a guest who linked such an identity, and to their session", async () => {
    const stranger = wire.client();
    await stranger.signInAnonymously();
    await link(stranger, unverified);
    const owner = wire.client();
    await arrive(owner);
    const { data, error } = await owner.updateUser({ password: "a password of her own" });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ email: victim, is_anonymous: false });
    await stranger.refreshSession();
    const { data: theirs } = await stranger.getUser();
    expect(theirs.user?.id).not.toBe(data.user?.id);
    expect(await signInByProvider(unverified)).not.toBe(data.user?.id);
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

describe("an account that a stranger signed up for", () => {
  it("is not confirmed by its owner's sign-in with a provider that does not vouch", async () => {
    await wire.client().signUp({ email: victim, password: "mallory's own" });
    wire.emails.length = 0;
    expect(await signInByProvider(unverified)).toBeUndefined();
    expect(wire.emails).toEqual([]);
    const { data } = await wire
      .client()
      .signInWithPassword({ email: victim, password: "mallory's own" });
    expect(data.session).toBeNull();
  });
});

describe("an account that was begun by a provider", () => {
  it("lets its maker in by the provider, once they have followed the link that it caused", async () => {
    expect(await signInByProvider(unverified)).toBeUndefined();
    const owner = wire.client();
    await followLink(owner);
    expect(await signInByProvider(unverified)).toBe(await idOf(owner));
  });

  it("is not confirmed by a provider that vouches for another address", async () => {
    expect(await signInByProvider(unverified)).toBeUndefined();
    // At the provider, the stranger now has a verified address of their own.
    await database.query(sql`update auth.users set email = 'victim@example.com'`);
    const landed = await wire.browser().signIn({ provider: "github" }, { person: victim });
    const client = wire.client();
    await takeSession(client, landed);
    const { data } = await client.getUser();
    expect(data.user?.email).toBe(victim);
  });
});

describe("a guest", () => {
  it("keeps session, identity and id, when they confirm the address that a provider did not", async () => {
    const guest = wire.client();
    const { data: before } = await guest.signInAnonymously();
    await link(guest, unverified);
    const { code = "" } = wire.emailTo(victim);
    const confirming = wire.client();
    const { error } = await confirming.verifyOtp({
      email: victim,
      token: code,
      type: "email_change",
    });
    expect(error).toBeNull();
    const { data } = await guest.getUser();
    expect(data.user).toMatchObject({ id: before.user?.id, email: victim, is_anonymous: false });
    expect(await signInByProvider(unverified)).toBe(before.user?.id);
  });

  it("comes back by the account that they linked before its address is confirmed", async () => {
    const guest = wire.client();
    const { data: before } = await guest.signInAnonymously();
    await link(guest, unverified);
    expect(await signInByProvider(unverified)).toBe(before.user?.id);
    expect((await guest.getUser()).error).toBeNull();
  });

  it("learns nothing of whether the address that a provider left unverified is taken", async () => {
    const answers: string[] = [];
    for (const isTaken of [false, true]) {
      await forgetFlows(database);
      if (isTaken) await wire.signedIn(victim);
      const guest = wire.client();
      await guest.signInAnonymously();
      answers.push((await link(guest, unverified)).href);
    }
    expect(answers[0]).toBe(answers[1]);
  });
});

describe("an account by phone", () => {
  it("lets its owner in by a provider that reports no verified address", async () => {
    const phone = "4520304051";
    const owner = wire.client();
    await owner.signUp({ phone, password });
    const token = wire.texts.findLast(({ to }) => to === phone)?.text.match(/\d{6}/)?.[0] ?? "";
    await owner.verifyOtp({ phone, token, type: "sms" });
    await link(owner, unverified);
    expect(await signInByProvider(unverified)).toBe(await idOf(owner));
    const { data } = await owner.getUser();
    expect(data.user?.phone).toBe(phone);
  });
});

describe("a change of address that a thief began", () => {
  async function steal() {
    const owner = await wire.signedIn(victim);
    const thief = wire.client();
    await thief.signInWithPassword({ email: victim, password });
    return { owner, thief };
  }

  const takeovers = {
    phone: async (thief: Client) => {
      await thief.updateUser({ phone: "4520304052" });
      return async () => {
        await wire.post("/resend", { type: "phone_change", phone: "4520304052" });
        await wire.post("/resend", { type: "phone_change", email: victim });
        const text = wire.texts.findLast(({ to }) => to === "4520304052")?.text;
        const token = text?.match(/\d{6}/)?.[0] ?? "";
        return wire.client().verifyOtp({ phone: "4520304052", token, type: "phone_change" });
      };
    },
    "e-mail": async (thief: Client) => {
      await thief.updateUser({ email: "mallory@example.com" });
      return async () => {
        await wire.post("/resend", { type: "email_change", email: victim });
        const token = wire.emailTo("mallory@example.com").code ?? "";
        const email = "mallory@example.com";
        return wire.client().verifyOtp({ email, token, type: "email_change" });
      };
    },
  };

  const remedies: Record<string, (owner: Client) => Promise<unknown>> = {
    "a reset": async () => {
      const client = wire.client();
      await client.resetPasswordForEmail(victim);
      await followLink(client);
    },
    "a new password": (owner) => owner.updateUser({ password: "a password of her own" }),
    "signing out everywhere": (owner) => owner.signOut(),
    "signing the others out": (owner) => owner.signOut({ scope: "others" }),
  };

  it.each(
    Object.keys(takeovers).flatMap((kind) =>
      Object.keys(remedies).map((remedy) => [kind, remedy] as const),
    ),
  )("of the %s is over after %s", async (kind, remedy) => {
    const { owner, thief } = await steal();
    const takeOver = await takeovers[kind as keyof typeof takeovers](thief);
    await remedies[remedy]?.(owner);
    const { data } = await takeOver();
    expect(data.session).toBeNull();
  });

  it("of one's own goes on after signing out", async () => {
    const owner = await wire.signedIn(victim);
    await owner.updateUser({ email: "hopper@example.com" });
    await owner.signOut();
    const token = wire.emailTo("hopper@example.com").code ?? "";
    const { data } = await wire
      .client()
      .verifyOtp({ email: "hopper@example.com", token, type: "email_change" });
    expect(data.user?.email).toBe("hopper@example.com");
  });
});

describe("an address that waits in another's sign-up", () => {
  const signUp = () => wire.client().signUp({ email: victim, password: "mallory's own" });

  it("is not taken while the message is out that may be its owner's", async () => {
    await signUp();
    const other = await wire.signedIn("hopper@example.com");
    await other.updateUser({ email: victim });
    const token = wire.emailTo(victim).code ?? "";
    const { error } = await wire.client().verifyOtp({ email: victim, token, type: "email_change" });
    expect(error?.code).toBe("email_exists");
    expect((await other.getUser()).data.user?.email).toBe("hopper@example.com");
  });

  it("can be taken by the account of the person who proves it, once that message is stale", async () => {
    await signUp();
    await database.query(sql`
      update auth.one_time_tokens set created_at = created_at - interval '1 day'`);
    const owner = await wire.signedIn("hopper@example.com");
    const { error } = await owner.updateUser({ email: victim });
    expect(error).toBeNull();
    const token = wire.emailTo(victim).code ?? "";
    await wire.client().verifyOtp({ email: victim, token, type: "email_change" });
    const { data } = await owner.getUser();
    expect(data.user?.email).toBe(victim);
    const { data: theirs } = await wire
      .client()
      .signInWithPassword({ email: victim, password: "mallory's own" });
    expect(theirs.session).toBeNull();
  });
});

it("writes into the audit log what was dropped", async () => {
  await signInByProvider(unverified);
  const owner = wire.client();
  await owner.signUp({ email: victim, password });
  const { rows } = await database.query<{ payload: { traits: unknown } }>(sql`
    select payload from auth.audit_log_entries where payload ->> 'action' = 'account_contested'
    order by created_at desc limit 1`);
  expect(rows[0]?.payload.traits).toEqual({ identities: ["github"] });
});
