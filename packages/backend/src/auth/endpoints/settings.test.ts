import { afterAll, beforeAll, expect, test } from "vitest";
import { authFixture } from "../../../test/auth/auth-fixture.ts";
import { socialFixture } from "../../../test/auth/social.ts";
import { openTestDatabase } from "../../../test/databases/test-database.ts";
import type { ConfigInput } from "../../config/sections/schema.ts";
import type { Database } from "../../database/port.ts";

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const config: ConfigInput = {
  auth: {
    external: {
      github: { enabled: true },
      google: { enabled: true, client_id: "id", secret: "secret" },
      gitlab: { enabled: false, client_id: "id", secret: "secret" },
      discord: { enabled: true, client_id: "id" },
      keycloak: { enabled: true, client_id: "id", secret: "secret" },
      x: { enabled: true, client_id: "id", secret: "secret" },
    },
  },
};

const disabledProviders = Object.fromEntries(
  [
    ..."anonymous_users apple azure bitbucket discord facebook snapchat figma fly github".split(
      " ",
    ),
    ..."gitlab google keycloak kakao linkedin linkedin_oidc notion spotify slack".split(" "),
    ..."slack_oidc workos twitch twitter zoom".split(" "),
  ].map((name) => [name, false]),
);

test("a provider without a client id is not in the settings", async () => {
  const wire = await authFixture(database, config);
  const { body } = await wire.get("/settings");
  expect(body).toEqual({
    external: { ...disabledProviders, google: true, x: true, email: true, phone: true },
    disable_signup: false,
    mailer_autoconfirm: false,
    phone_autoconfirm: false,
    sms_provider: "",
    saml_enabled: false,
    saml_private_key_next_configured: false,
    passkeys_enabled: false,
  });
});

test("a provider without a client id is in the settings if there is a sandbox", async () => {
  const wire = await socialFixture(database, config);
  const { body } = await wire.get("/settings");
  expect(body.external).toEqual({
    ...disabledProviders,
    google: true,
    github: true,
    x: true,
    email: true,
    phone: true,
  });
});

test("settings list the sign-in methods of the project", async () => {
  const wire = await authFixture(database);
  const { body } = await wire.get("/settings");
  expect(body).toMatchObject({
    external: { email: true, phone: true, github: false, anonymous_users: false },
    disable_signup: false,
    mailer_autoconfirm: false,
  });
});
