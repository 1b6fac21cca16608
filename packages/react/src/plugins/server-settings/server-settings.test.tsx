import { AuthClient } from "@supabase/auth-js";
import { afterEach, expect, inject, test, vi } from "vitest";
import { render } from "vitest-browser-react";
import { show } from "../../../test/show.tsx";
import { authAddressOf } from "../../settings/address.ts";
import { anonymousSignIn } from "../anonymous/anonymous-sign-in.tsx";
import { Auth } from "../auth.tsx";
import { phone } from "../phone/phone.tsx";
import { singleSignOn } from "../single-sign-on/single-sign-on.tsx";
import { serverSettings } from "./server-settings.ts";

const emptyData = { user: null, session: null };

afterEach(() => vi.restoreAllMocks());

const settings = {
  external: { email: true, phone: false, anonymous_users: true, discord: true, github: false },
  disable_signup: true,
};

test("prefetched settings are used in the first render", async () => {
  const form = await show({ plugins: [serverSettings({ settings })] });
  expect(form.container.textContent).toContain("Sign in with Discord");
  expect(form.container.textContent).not.toMatch(/GitHub|Sign up/);
});

test("the application's own props win over the server's settings", async () => {
  const form = await show({
    plugins: [serverSettings({ settings })],
    providers: ["github"],
    signUp: true,
  });
  await expect.element(form.button("Sign in with GitHub")).toBeVisible();
  await expect.element(form.link("Don't have an account? Sign up")).toBeVisible();
});

test("the e-mail form is hidden if the server has disabled e-mail", async () => {
  const settingsWithoutEmail = { ...settings, external: { email: false, discord: true } };
  const form = await show({ plugins: [serverSettings({ settings: settingsWithoutEmail })] });
  expect(form.container.querySelector("form")).toBeNull();
});

test("the settings prop requests a real server and renders nothing until it responds", async () => {
  const { origin, publishableKey } = inject("backend");
  const auth = new AuthClient({
    url: `${origin}/auth/v1`,
    headers: { apikey: publishableKey },
    autoRefreshToken: false,
    persistSession: false,
  });
  expect(authAddressOf({ auth })).toEqual({ url: `${origin}/auth/v1`, apiKey: publishableKey });
  const fetchSpy = vi.spyOn(window, "fetch");
  const form = await render(<Auth supabaseClient={{ auth }} settings="auto" />);
  expect(form.container.querySelector("button")).toBeNull();
  await expect.element(form.getByRole("button", { name: "Sign in", exact: true })).toBeVisible();
  expect(fetchSpy.mock.calls.map(([url]) => String(url))).toEqual([`${origin}/auth/v1/settings`]);
});

test("the form has its defaults if the server does not respond with settings", async () => {
  const form = await show({ plugins: [serverSettings({ url: "http://127.0.0.1:9" })] });
  await expect.element(form.button("Sign in with GitHub")).toBeVisible();
  await expect.element(form.link("Don't have an account? Sign up")).toBeVisible();
});

test("the form hides sign-in methods that the server has disabled", async () => {
  const succeed = async () => ({ data: emptyData, error: null });
  const client: object = { signInAnonymously: succeed, signInWithSSO: succeed };
  const nothingEnabled = {
    external: { email: true, phone: false, anonymous_users: false },
    saml_enabled: false,
  };
  const plugins = [phone(), anonymousSignIn(), singleSignOn()];
  const form = await show(
    { plugins: [serverSettings({ settings: nothingEnabled }), ...plugins] },
    client,
  );
  expect(form.container.textContent).not.toMatch(/phone number|guest|single sign-on/);
  await form.unmount();

  const allEnabled = {
    external: { email: true, phone: true, anonymous_users: true },
    saml_enabled: true,
  };
  const completeForm = await show(
    { plugins: [serverSettings({ settings: allEnabled }), ...plugins] },
    client,
  );
  await expect.element(completeForm.button("Use a phone number")).toBeVisible();
  await expect.element(completeForm.button("Continue as guest")).toBeVisible();
  await expect.element(completeForm.button("Use single sign-on")).toBeVisible();
});
