import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { password } from "../../../test/auth.ts";
import { openTestDatabase } from "../../../test/database.ts";
import {
  followLink,
  link,
  possessionFixture,
  signInByProvider,
  testArrivals,
  unverified,
  victim,
} from "../../../test/possession.ts";
import {
  type Client,
  forgetFlows,
  idOf,
  type SocialFixture,
  takeSession,
} from "../../../test/social.ts";
import type { Database } from "../../database/port.ts";
import { sql } from "../../database/sql.ts";

let database: Database;
let wire: SocialFixture;
beforeAll(async () => {
  database = await openTestDatabase();
  wire = await possessionFixture(database);
});
afterAll(() => database.close());
beforeEach(async () => {
  await forgetFlows(database);
  wire.emails.length = 0;
  wire.texts.length = 0;
});

// possession.full.test.ts has the other ways.
testArrivals(() => database, ["a sign-up", "a magic link", "a provider that vouches"]);

describe("an account that a stranger signed up for", () => {
  it("is not confirmed by its owner's sign-in with a provider that does not vouch", async () => {
    await wire.client().signUp({ email: victim, password: "mallory's own" });
    wire.emails.length = 0;
    expect(await signInByProvider(wire, unverified)).toBeUndefined();
    expect(wire.emails).toEqual([]);
    const { data } = await wire
      .client()
      .signInWithPassword({ email: victim, password: "mallory's own" });
    expect(data.session).toBeNull();
  });
});

describe("an account that was begun by a provider", () => {
  it("lets its maker in by the provider, once they have followed the link that it caused", async () => {
    expect(await signInByProvider(wire, unverified)).toBeUndefined();
    const owner = wire.client();
    await followLink(wire, owner);
    expect(await signInByProvider(wire, unverified)).toBe(await idOf(owner));
  });

  it("is not confirmed by a provider that vouches for another address", async () => {
    expect(await signInByProvider(wire, unverified)).toBeUndefined();
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
    await link(wire, guest, unverified);
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
    expect(await signInByProvider(wire, unverified)).toBe(before.user?.id);
  });

  it("comes back by the account that they linked before its address is confirmed", async () => {
    const guest = wire.client();
    const { data: before } = await guest.signInAnonymously();
    await link(wire, guest, unverified);
    expect(await signInByProvider(wire, unverified)).toBe(before.user?.id);
    expect((await guest.getUser()).error).toBeNull();
  });

  it("learns nothing of whether the address that a provider left unverified is taken", async () => {
    const answers: string[] = [];
    for (const isTaken of [false, true]) {
      await forgetFlows(database);
      if (isTaken) await wire.signedIn(victim);
      const guest = wire.client();
      await guest.signInAnonymously();
      answers.push((await link(wire, guest, unverified)).href);
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
    await link(wire, owner, unverified);
    expect(await signInByProvider(wire, unverified)).toBe(await idOf(owner));
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
      await followLink(wire, client);
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
  await signInByProvider(wire, unverified);
  const owner = wire.client();
  await owner.signUp({ email: victim, password });
  const { rows } = await database.query<{ payload: { traits: unknown } }>(sql`
    select payload from auth.audit_log_entries where payload ->> 'action' = 'account_contested'
    order by created_at desc limit 1`);
  expect(rows[0]?.payload.traits).toEqual({ identities: ["github"] });
});
