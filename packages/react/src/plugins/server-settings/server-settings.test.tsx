import { AuthClient } from "@supabase/auth-js";
import { afterEach, expect, inject, test, vi } from "vitest";
import { render } from "vitest-browser-react";
import { show } from "../../../test/show.tsx";
import { addressOf } from "../../settings/address.ts";
import { anonymousSignIn } from "../anonymous/anonymous-sign-in.tsx";
import { Auth } from "../auth.tsx";
import { phone } from "../phone/phone.tsx";
import { singleSignOn } from "../single-sign-on/single-sign-on.tsx";
import { serverSettings } from "./server-settings.ts";

const nobody = { user: null, session: null };

afterEach(() => vi.restoreAllMocks());

const settings = {
  external: { email: true, phone: false, anonymous_users: true, discord: true, github: false },
  disable_signup: true,
};

test("a prefetched answer is what the form shows, from the first picture on", async () => {
  const form = await show({ plugins: [serverSettings({ settings })] });
  expect(form.container.textContent).toContain("Sign in with Discord");
  expect(form.container.textContent).not.toMatch(/GitHub|Sign up/);
});

test("what the application says itself wins", async () => {
  const form = await show({
    plugins: [serverSettings({ settings })],
    providers: ["github"],
    signUp: true,
  });
  await expect.element(form.button("Sign in with GitHub")).toBeVisible();
  await expect.element(form.link("Don't have an account? Sign up")).toBeVisible();
});

test("where e-mail is off there is no form for it", async () => {
  const off = { ...settings, external: { email: false, discord: true } };
  const form = await show({ plugins: [serverSettings({ settings: off })] });
  expect(form.container.querySelector("form")).toBeNull();
});

test("`settings` asks a real server, and shows nothing until it has answered", async () => {
  const { origin, publishableKey } = inject("backend");
  const auth = new AuthClient({
    url: `${origin}/auth/v1`,
    headers: { apikey: publishableKey },
    autoRefreshToken: false,
    persistSession: false,
  });
  expect(addressOf({ auth })).toEqual({ url: `${origin}/auth/v1`, apiKey: publishableKey });
  const asked = vi.spyOn(window, "fetch");
  const form = await render(<Auth supabaseClient={{ auth }} settings="auto" />);
  expect(form.container.querySelector("button")).toBeNull();
  await expect.element(form.getByRole("button", { name: "Sign in", exact: true })).toBeVisible();
  expect(asked.mock.calls.map(([url]) => String(url))).toEqual([`${origin}/auth/v1/settings`]);
});

test("a server that does not answer leaves the form as it is by default", async () => {
  const form = await show({ plugins: [serverSettings({ url: "http://127.0.0.1:9" })] });
  await expect.element(form.button("Sign in with GitHub")).toBeVisible();
  await expect.element(form.link("Don't have an account? Sign up")).toBeVisible();
});

test("shows no way to sign in that the server said it does not have", async () => {
  const call = async () => ({ data: nobody, error: null });
  const client: object = { signInAnonymously: call, signInWithSSO: call };
  const none = {
    external: { email: true, phone: false, anonymous_users: false },
    saml_enabled: false,
  };
  const ways = [phone(), anonymousSignIn(), singleSignOn()];
  const form = await show({ plugins: [serverSettings({ settings: none }), ...ways] }, client);
  expect(form.container.textContent).not.toMatch(/phone number|guest|single sign-on/);
  await form.unmount();

  const all = { external: { email: true, phone: true, anonymous_users: true }, saml_enabled: true };
  const whole = await show({ plugins: [serverSettings({ settings: all }), ...ways] }, client);
  await expect.element(whole.button("Use a phone number")).toBeVisible();
  await expect.element(whole.button("Continue as guest")).toBeVisible();
  await expect.element(whole.button("Use single sign-on")).toBeVisible();
});
