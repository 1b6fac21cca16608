import { afterAll, beforeAll, expect, it } from "vitest";
import { authFixture } from "../../../test/auth/auth-fixture.ts";
import { fragment, socialFixture } from "../../../test/auth/social.ts";
import { openTestDatabase } from "../../../test/databases/test-database.ts";
import type { ConfigInput } from "../../config/sections/schema.ts";
import type { Database } from "../../database/port.ts";

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const enabledSetting = { enabled: true };
const config: ConfigInput = {
  auth: {
    enable_manual_linking: true,
    external: { github: enabledSetting },
    email: {
      double_confirm_changes: false,
      notification: {
        password_changed: enabledSetting,
        email_changed: enabledSetting,
        phone_changed: enabledSetting,
        identity_linked: enabledSetting,
        identity_unlinked: enabledSetting,
      },
    },
  },
};

it("the user is notified of a new password if the project enables it", async () => {
  const wire = await authFixture(database, config);
  const client = await wire.signedIn("ada@example.com");
  await client.updateUser({ password: "another correct horse" });
  expect(wire.emailTo("ada@example.com")).toMatchObject({
    kind: "password_changed",
    subject: "Your password was changed",
  });

  const withoutNotifications = await authFixture(database);
  const otherClient = await withoutNotifications.signedIn("silent@example.com");
  const sentCount = withoutNotifications.emails.length;
  expect((await otherClient.updateUser({ password: "another correct horse" })).error).toBeNull();
  expect(withoutNotifications.emails).toHaveLength(sentCount);
});

it("the old address is notified of a new address, after a link and after a code", async () => {
  const wire = await authFixture(database, config);
  const client = await wire.signedIn("old@example.com");
  await client.updateUser({ email: "new@example.com" });
  const token = wire.emailTo("new@example.com").code ?? "";
  await client.verifyOtp({ email: "new@example.com", token, type: "email_change" });
  const notification = wire.emailTo("old@example.com");
  expect(notification.kind).toBe("email_changed");
  expect(notification.text).toContain("from old@example.com to new@example.com");

  await client.updateUser({ email: "newer@example.com" });
  const link = new URL(wire.emailTo("newer@example.com").link ?? "");
  await wire.app.request(link.pathname.replace("/auth/v1", "") + link.search);
  expect(wire.emailTo("new@example.com").kind).toBe("email_changed");
});

it("the user is notified of a changed phone number, but not of the first one", async () => {
  const wire = await authFixture(database, config);
  const client = await wire.signedIn("caller@example.com");
  const change = async (phone: string) => {
    await client.updateUser({ phone });
    const token = wire.texts.at(-1)?.code ?? "";
    return client.verifyOtp({ phone, token, type: "phone_change" });
  };
  expect((await change("+15550100001")).error).toBeNull();
  expect(wire.emailTo("caller@example.com").kind).toBe("confirmation");
  await change("+15550100002");
  expect(wire.emailTo("caller@example.com").text).toContain("from 15550100001 to 15550100002");
});

it("the user is notified when an identity is linked or unlinked", async () => {
  const wire = await socialFixture(database, config);
  const client = await wire.signedIn("linker@example.com");
  const { data } = await client.linkIdentity({
    provider: "github",
    options: { skipBrowserRedirect: true },
  });
  const finalUrl = await wire.browser().link(data.url ?? "");
  expect(fragment(finalUrl)["error"]).toBeUndefined();
  expect(wire.emailTo("linker@example.com")).toMatchObject({ kind: "identity_linked" });

  const { data: identities } = await client.getUserIdentities();
  const github = identities?.identities.find(({ provider }) => provider === "github");
  if (!github) throw new Error("The user has no GitHub identity.");
  expect((await client.unlinkIdentity(github)).error).toBeNull();
  expect(wire.emailTo("linker@example.com").text).toContain(
    "You can no longer sign in to your account linker@example.com with github",
  );
});

it("a change is not rolled back if its notification cannot be sent", async () => {
  const wire = await authFixture(database, config);
  const client = await wire.signedIn("unreachable@example.com");
  wire.mailServer.isDown = true;
  const { error } = await client.updateUser({ password: "another correct horse" });
  expect(error).toBeNull();
});
