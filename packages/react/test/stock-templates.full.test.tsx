import { AuthClient } from "@supabase/auth-js";
import { afterEach, describe, expect, inject, test } from "vitest";
import { commands } from "vitest/browser";
import { render } from "vitest-browser-react";
import account from "../src/account/account.css?inline";
import {
  Account,
  EmailSection,
  IdentitiesSection,
  PasswordSection,
  ProfileSection,
} from "../src/account/index.ts";
import { AuthCard, UserContextProvider } from "../src/index.ts";
import { Auth, moreMethods, passwordChecklist, phone } from "../src/plugins/index.ts";
import plugins from "../src/plugins/plugins.css?inline";
import styles from "../src/theme/styles.css?inline";
import { testClient } from "./client.ts";
import { markup, schemes } from "./templates/form.tsx";
import { findChangedProperties } from "./templates/looks.ts";
import { otherTemplates, templates } from "./templates/templates.ts";

/*
 * Tests the form with the templates that common-templates.full.test.tsx leaves out, and the account page and the
 * plugins with all templates.
 */

const { origin, publishableKey } = inject("backend");

afterEach(() => commands.emulate({ colorScheme: null }));

describe.each(otherTemplates)("the form under the style sheet of $name", ({ css }) => {
  test.each(schemes)("the form looks as on a plain page, in a %s scheme", async (scheme) => {
    await commands.emulate({ colorScheme: scheme });
    const html = await markup(scheme === "dark" ? "dark" : "default");
    expect(findChangedProperties([styles, css], html)).toEqual([]);
    expect(findChangedProperties([css, styles], html)).toEqual([]);
  });
});

test.each(templates)("the account page looks as on a plain page under $name", async ({ css }) => {
  const auth = new AuthClient({
    url: `${origin}/auth/v1`,
    headers: { apikey: publishableKey },
    storageKey: crypto.randomUUID(),
    autoRefreshToken: false,
  });
  const email = `ada-${crypto.randomUUID().slice(0, 8)}@example.com`;
  await auth.signUp({ email, password: "correct horse battery" });
  const token = await commands.newestCode(origin, email);
  await auth.verifyOtp({ email, token, type: "signup" });
  const screen = await render(
    <UserContextProvider supabaseClient={{ auth }}>
      <Account supabaseClient={{ auth }}>
        <ProfileSection />
        <EmailSection />
        <PasswordSection />
        <IdentitiesSection />
      </Account>
    </UserContextProvider>,
  );
  await expect.element(screen.getByText(email).first()).toBeVisible();
  const html = screen.container.innerHTML;
  await screen.unmount();
  expect(findChangedProperties([styles, account, css], html, styles + account)).toEqual([]);
  expect(findChangedProperties([css, account, styles], html, styles + account)).toEqual([]);
});

test.each(templates)("the plugins look as on a plain page under $name", async ({ css }) => {
  const screen = await render(
    <AuthCard>
      <Auth
        supabaseClient={testClient().client}
        view="sign_up"
        plugins={[passwordChecklist(), moreMethods([phone()])]}
      />
    </AuthCard>,
  );
  const html = screen.container.innerHTML;
  await screen.unmount();
  expect(findChangedProperties([styles, plugins, css], html, styles + plugins)).toEqual([]);
  expect(findChangedProperties([css, plugins, styles], html, styles + plugins)).toEqual([]);
});
