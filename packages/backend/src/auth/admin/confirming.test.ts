import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { password } from "../../../test/auth.ts";
import { openTestDatabase } from "../../../test/database.ts";
import { enrollTotp, mfa } from "../../../test/factors.ts";
import { forgetFlows, fragment, type SocialFixture, socialFixture } from "../../../test/social.ts";
import type { Database } from "../../database/port.ts";

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
beforeEach(() => forgetFlows(database));

it("leaves an account without addresses what is in it, when an administrator gives it one", async () => {
  const byProvider = async () => {
    const landed = await wire.browser().signIn({ provider: "github" }, { failure: "no_email" });
    const { access_token = "", refresh_token = "" } = fragment(landed);
    const client = wire.client();
    const { data } = await client.setSession({ access_token, refresh_token });
    return { client, id: data.user?.id ?? "" };
  };
  const { client, id } = await byProvider();
  await enrollTotp(client);
  const { error } = await wire.admin().updateUserById(id, {
    email: "grace@example.com",
    email_confirm: true,
    password,
  });
  expect(error).toBeNull();
  const again = await byProvider();
  expect(again.id).toBe(id);
  const { data } = await again.client.getUser();
  expect(data.user).toMatchObject({ email: "grace@example.com" });
  expect(data.user?.factors).toHaveLength(1);
});
