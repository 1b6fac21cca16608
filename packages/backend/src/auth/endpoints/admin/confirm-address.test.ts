import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { password } from "../../../../test/auth/auth-fixture.ts";
import { enrollTotp, mfa } from "../../../../test/auth/factors.ts";
import {
  deleteUsersAndFlows,
  fragment,
  type SocialFixture,
  socialFixture,
  takeSession,
} from "../../../../test/auth/social.ts";
import { openTestDatabase } from "../../../../test/databases/test-database.ts";
import type { Database } from "../../../database/port.ts";

let database: Database;
let wire: SocialFixture;
beforeAll(async () => {
  database = await openTestDatabase();
  wire = await socialFixture(database, {
    auth: {
      mfa,
      enable_anonymous_sign_ins: true,
      external: { github: { enabled: true, email_optional: true } },
    },
  });
});
afterAll(() => database.close());
beforeEach(() => deleteUsersAndFlows(database));

it.each([
  ["confirms it immediately", [{ email: "grace@example.com", email_confirm: true, password }]],
  ["confirms it later", [{ email: "grace@example.com" }, { email_confirm: true, password }]],
])(
  "an account without an address keeps its content when an administrator adds one and %s",
  async (_, changes) => {
    const signInByProvider = async () => {
      const finalUrl = await wire.browser().signIn({ provider: "github" }, { failure: "no_email" });
      const client = wire.client();
      const { id } = await takeSession(client, finalUrl);
      return { client, id };
    };
    const { client, id } = await signInByProvider();
    await enrollTotp(client);
    for (const change of changes) {
      const { error } = await wire.admin().updateUserById(id, change);
      expect(error).toBeNull();
    }
    const secondSignIn = await signInByProvider();
    expect(secondSignIn.id).toBe(id);
    const { data } = await secondSignIn.client.getUser();
    expect(data.user).toMatchObject({ email: "grace@example.com" });
    expect(data.user?.factors).toHaveLength(1);
  },
);

it("a person who signs up with an unconfirmed address of an account gets nothing from that account", async () => {
  const finalUrl = await wire.browser().signIn({ provider: "github" }, { failure: "no_email" });
  const { id } = await takeSession(wire.client(), finalUrl);
  const email = "grace@example.com";
  await wire.admin().updateUserById(id, { email });
  const owner = await wire.signedIn(email);
  await wire.admin().updateUserById(id, { email_confirm: true });
  const secondUrl = await wire.browser().signIn({ provider: "github" }, { failure: "no_email" });
  const { data: ownersData } = await owner.getUser();
  expect(ownersData.user).toMatchObject({ email, identities: [{ provider: "email" }] });
  const { access_token: token = "" } = fragment(secondUrl);
  const { body } = await wire.get("/user", { authorization: `Bearer ${token}` });
  expect(body.id).not.toBe(ownersData.user?.id);
});
