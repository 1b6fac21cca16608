import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { authFixture, password } from "../../../test/auth/auth-fixture.ts";
import {
  deleteUsersAndFlows,
  fragment,
  type SocialFixture,
  socialFixture,
} from "../../../test/auth/social.ts";
import { openTestDatabase } from "../../../test/databases/test-database.ts";
import type { Database } from "../../database/port.ts";
import { sql } from "../../database/sql.ts";

// A stranger has signed up with another user's address, and the sign-up's message has arrived. Then the owner of the
// address signs up, and their message cannot be sent: the mail server is slow, or the quota is exhausted.

const victim = "grace@example.com";
const phone = "4520304080";
const strangersPassword = "mallory's own";

let database: Database;
let wire: SocialFixture;
beforeAll(async () => {
  database = await openTestDatabase();
  wire = await socialFixture(database, { auth: { external: { google: { enabled: true } } } });
});
afterAll(() => database.close());
beforeEach(async () => {
  await deleteUsersAndFlows(database);
  await database.query(sql`delete from portico.outgoing_messages`);
});
afterEach(() => vi.restoreAllMocks());

type Account = { email: string } | { phone: string };

/** Delays messages without delaying the responses. */
function holdMessages({ auth: { outbox } }: Pick<SocialFixture, "auth">) {
  vi.spyOn(outbox, "wake").mockImplementation(() => {});
  vi.spyOn(outbox, "drain").mockResolvedValue();
}

/** Signs up the stranger and the owner, and delays the owner's message. */
async function signUpStrangerAndOwner(account: Account) {
  await wire.client().signUp({ ...account, password: strangersPassword });
  holdMessages(wire);
  expect((await wire.client().signUp({ ...account, password })).error).toBeNull();
}

const signInAsStranger = (account: Account) =>
  wire.client().signInWithPassword({ ...account, password: strangersPassword });

describe("the password of an unconfirmed sign-up", () => {
  it.each([
    [
      "follows the link that it sent",
      async () => {
        const { url } = await wire.browser().open(wire.emailTo(victim).link ?? "");
        expect(fragment(url)).toHaveProperty("access_token");
      },
    ],
    [
      "enters the code that it sent",
      async () => {
        const token = wire.emailTo(victim).code ?? "";
        const { error } = await wire.client().verifyOtp({ email: victim, token, type: "signup" });
        expect(error).toBeNull();
      },
    ],
    [
      "is confirmed by an administrator",
      async () => {
        const { data } = await wire.admin().listUsers();
        const [user] = data.users;
        const changes = { email_confirm: true };
        expect((await wire.admin().updateUserById(user?.id ?? "", changes)).error).toBeNull();
      },
    ],
  ])(
    "the password of an unconfirmed sign-up stops working after the owner %s",
    async (_, prove) => {
      await signUpStrangerAndOwner({ email: victim });
      await prove();
      expect((await signInAsStranger({ email: victim })).error?.code).toBe("invalid_credentials");
    },
  );

  it("the password of an unconfirmed sign-up stops working after the owner enters the code sent to a phone", async () => {
    await signUpStrangerAndOwner({ phone });
    const token = wire.texts.at(-1)?.code ?? "";
    expect((await wire.client().verifyOtp({ phone, token, type: "sms" })).error).toBeNull();
    expect((await signInAsStranger({ phone })).error?.code).toBe("invalid_credentials");
  });
});

it("an owner who signs in with a provider during a contested confirmation keeps that identity", async () => {
  await signUpStrangerAndOwner({ email: victim });
  const finalUrl = await wire.browser().signIn({ provider: "google" }, { person: victim });
  const { access_token: token = "" } = fragment(finalUrl);
  const { data } = await wire.client().getUser(token);
  expect(data.user?.identities?.map(({ provider }) => provider)).toEqual(["google"]);
  expect((await signInAsStranger({ email: victim })).error?.code).toBe("invalid_credentials");
});

it("a confirmation refused by the quota removes the earlier password as a sent one does", async () => {
  const smtp = { enabled: true, host: "localhost", port: 25, user: "a", pass: "b" };
  const withLimits = await authFixture(database, {
    auth: {
      email: { smtp: { ...smtp, admin_email: "a@example.com" } },
      rate_limit: { email_sent: 2 },
    },
  });
  await database.query(sql`delete from portico.rate_limits`);
  await withLimits.client().signUp({ email: victim, password: strangersPassword });
  const { code = "" } = withLimits.emailTo(victim);
  const { outbox } = withLimits.auth;
  holdMessages(withLimits);
  for (const email of ["ada@example.com", victim]) {
    expect((await withLimits.client().signUp({ email, password })).error).toBeNull();
  }
  vi.restoreAllMocks();
  outbox.wake();
  await outbox.drain();
  expect(withLimits.emails.map(({ to }) => to)).toEqual([victim, "ada@example.com"]);
  await withLimits.client().verifyOtp({ email: victim, token: code, type: "signup" });
  const { error } = await withLimits
    .client()
    .signInWithPassword({ email: victim, password: strangersPassword });
  expect(error?.code).toBe("invalid_credentials");
});
