import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { password } from "../../../test/auth/auth-fixture.ts";
import {
  followLink,
  link,
  possessionFixture,
  signInByProvider,
  testAddressProofs,
  unverified,
  victim,
} from "../../../test/auth/possession.ts";
import {
  type Client,
  deleteUsersAndFlows,
  type SocialFixture,
  takeSession,
  userIdOf,
} from "../../../test/auth/social.ts";
import { openTestDatabase } from "../../../test/databases/test-database.ts";
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
  await deleteUsersAndFlows(database);
  wire.emails.length = 0;
  wire.texts.length = 0;
});

// possession.full.test.ts covers the other proofs.
testAddressProofs(() => database, ["a sign-up", "a magic link", "a provider that vouches"]);

describe("an account of a stranger's sign-up", () => {
  it("an unconfirmed account is not confirmed when its owner signs in with a provider that does not verify addresses", async () => {
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

describe("an account begun with a provider", () => {
  it("an account begun with a provider admits its creator after they follow the confirmation link", async () => {
    expect(await signInByProvider(wire, unverified)).toBeUndefined();
    const owner = wire.client();
    await followLink(wire, owner);
    expect(await signInByProvider(wire, unverified)).toBe(await userIdOf(owner));
  });

  it("an account begun with a provider is not confirmed by a provider that verifies another address", async () => {
    expect(await signInByProvider(wire, unverified)).toBeUndefined();
    // At the provider, the stranger now has a verified address of their own.
    await database.query(sql`update auth.users set email = 'victim@example.com'`);
    const finalUrl = await wire.browser().signIn({ provider: "github" }, { person: victim });
    const client = wire.client();
    await takeSession(client, finalUrl);
    const { data } = await client.getUser();
    expect(data.user?.email).toBe(victim);
  });
});

describe("a guest", () => {
  it("a guest who confirms the address that a provider did not verify keeps the session, identity and id", async () => {
    const guest = wire.client();
    const { data: guestSession } = await guest.signInAnonymously();
    await link(wire, guest, unverified);
    const { code = "" } = wire.emailTo(victim);
    const otherClient = wire.client();
    const { error } = await otherClient.verifyOtp({
      email: victim,
      token: code,
      type: "email_change",
    });
    expect(error).toBeNull();
    const { data } = await guest.getUser();
    expect(data.user).toMatchObject({
      id: guestSession.user?.id,
      email: victim,
      is_anonymous: false,
    });
    expect(await signInByProvider(wire, unverified)).toBe(guestSession.user?.id);
  });

  it("a guest can return with the linked account before its address is confirmed", async () => {
    const guest = wire.client();
    const { data: guestSession } = await guest.signInAnonymously();
    await link(wire, guest, unverified);
    expect(await signInByProvider(wire, unverified)).toBe(guestSession.user?.id);
    expect((await guest.getUser()).error).toBeNull();
  });

  it("a guest does not learn whether an unverified provider address is taken", async () => {
    const urls: string[] = [];
    for (const isTaken of [false, true]) {
      await deleteUsersAndFlows(database);
      if (isTaken) await wire.signedIn(victim);
      const guest = wire.client();
      await guest.signInAnonymously();
      urls.push((await link(wire, guest, unverified)).href);
    }
    expect(urls[0]).toBe(urls[1]);
  });
});

describe("a phone account", () => {
  it("a phone account admits its owner with a provider that reports no verified address", async () => {
    const phone = "4520304051";
    const owner = wire.client();
    await owner.signUp({ phone, password });
    const token = wire.texts.findLast(({ to }) => to === phone)?.text.match(/\d{6}/)?.[0] ?? "";
    await owner.verifyOtp({ phone, token, type: "sms" });
    await link(wire, owner, unverified);
    expect(await signInByProvider(wire, unverified)).toBe(await userIdOf(owner));
    const { data } = await owner.getUser();
    expect(data.user?.phone).toBe(phone);
  });
});

describe("a thief's address change", () => {
  async function stealSession() {
    const owner = await wire.signedIn(victim);
    const thief = wire.client();
    await thief.signInWithPassword({ email: victim, password });
    return { owner, thief };
  }

  const startTakeover = {
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

  const countermeasures: Record<string, (owner: Client) => Promise<unknown>> = {
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
    Object.keys(startTakeover).flatMap((kind) =>
      Object.keys(countermeasures).map((countermeasure) => [kind, countermeasure] as const),
    ),
  )("a pending address change of the %s is cancelled after %s", async (kind, countermeasure) => {
    const { owner, thief } = await stealSession();
    const finishTakeover = await startTakeover[kind as keyof typeof startTakeover](thief);
    await countermeasures[countermeasure]?.(owner);
    const { data } = await finishTakeover();
    expect(data.session).toBeNull();
  });

  it("a user's own pending address change survives signing out", async () => {
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

describe("an unconfirmed sign-up's address", () => {
  const signUp = () => wire.client().signUp({ email: victim, password: "mallory's own" });

  it("an unconfirmed sign-up's address cannot be taken while its message may still be the owner's", async () => {
    await signUp();
    const otherClient = await wire.signedIn("hopper@example.com");
    await otherClient.updateUser({ email: victim });
    const token = wire.emailTo(victim).code ?? "";
    const { error } = await wire.client().verifyOtp({ email: victim, token, type: "email_change" });
    expect(error?.code).toBe("email_exists");
    expect((await otherClient.getUser()).data.user?.email).toBe("hopper@example.com");
  });

  it("an unconfirmed sign-up's address can be taken by an account that proves it after the message expired", async () => {
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
    const { data: strangersSession } = await wire
      .client()
      .signInWithPassword({ email: victim, password: "mallory's own" });
    expect(strangersSession.session).toBeNull();
  });
});

it("the audit log records what a confirmation removed", async () => {
  await signInByProvider(wire, unverified);
  const owner = wire.client();
  await owner.signUp({ email: victim, password });
  const { rows } = await database.query<{ payload: { traits: unknown } }>(sql`
    select payload from auth.audit_log_entries where payload ->> 'action' = 'account_contested'
    order by created_at desc limit 1`);
  expect(rows[0]?.payload.traits).toEqual({ identities: ["github"] });
});
