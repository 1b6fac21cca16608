import { beforeEach, expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { recordAnnouncements } from "../../../test/announcements.ts";
import { apiError, someSession, someUser, testClient } from "../../../test/client.ts";
import { show } from "../../../test/show.tsx";
import { UserContextProvider } from "../../index.ts";
import { knownMailbox } from "../../messages/mailbox.ts";
import { type CheckEmailScreenOptions, checkEmailScreen } from "./check-email-screen.tsx";
import "../plugins.css";

beforeEach(() => sessionStorage.clear());

type Page = Awaited<ReturnType<typeof show>>;

async function showWithPlugin(
  options: CheckEmailScreenOptions = {},
  ...[props, responses]: Parameters<typeof show>
) {
  return show(
    { providers: [], magicLink: true, ...props, plugins: [checkEmailScreen(options)] },
    responses,
  );
}

async function signUp(page: Page) {
  await page.enter({ "Email address": "ada@gmail.com", "Create a password": "correct horse" });
  await page.button("Sign up").click();
  await expect.element(page.heading("Check your email for the confirmation link")).toHaveFocus();
}

test("after sign-up the check-email screen shows the address, accepts the code and stores no password", async () => {
  const page = await showWithPlugin({ codeLength: 6 }, { view: "sign_up" });
  await signUp(page);
  await expect.element(page.getByText("ada@gmail.com", { exact: true })).toBeVisible();
  await expect
    .element(page.link("Open Gmail"))
    .toHaveAttribute("href", "https://mail.google.com/mail/");
  expect(JSON.stringify({ ...sessionStorage })).not.toContain("horse");
  await page.label("One-time code").fill("123 456");
  await expect
    .poll(() => page.callsOf("verifyOtp"))
    .toEqual([[{ email: "ada@gmail.com", token: "123456", type: "signup" }]]);
  await expect.poll(() => sessionStorage.length).toBe(0);
});

test("the check-email screen announces the address once, and not after a reload", async () => {
  const firstForm = await showWithPlugin({}, { view: "sign_up" });
  const announcedTexts = recordAnnouncements();
  await signUp(firstForm);
  const sentText =
    "We sent an email to ada@gmail.com. Open the link in it to confirm your account.";
  await expect.poll(() => announcedTexts).toEqual([sentText]);
  await firstForm.unmount();
  const page = await showWithPlugin();
  await expect.element(page.heading("Check your email for the confirmation link")).toBeVisible();
  await page.getByText("Have a code? Enter it").click();
  await page.label("One-time code").fill("000");
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(announcedTexts).toEqual([sentText]);
});

test("a reload restores the check-email screen, and its back button restores the form with the address", async () => {
  const firstForm = await showWithPlugin({}, { view: "sign_up" });
  await signUp(firstForm);
  await firstForm.unmount();
  const page = await showWithPlugin();
  await expect.element(page.heading("Check your email for the confirmation link")).toBeVisible();
  await page.button("Wrong address?").click();
  await expect.element(page.heading("Create an account")).toBeVisible();
  await expect.element(page.label("Email address")).toHaveValue("ada@gmail.com");
  await expect.element(page.label("Email address")).toHaveFocus();
  expect(sessionStorage.length).toBe(0);
});

test("the check-email screen counts down until another message as the server requires, without announcements", async () => {
  const wait = "For security purposes, you can only request this after 43 seconds.";
  const responses = vi
    .fn()
    .mockResolvedValueOnce({
      data: { user: null, session: null },
      error: apiError(wait, "over_email_send_rate_limit", 429),
    })
    .mockResolvedValue({ data: { user: null, session: null }, error: null });
  const page = await showWithPlugin({ wait: 0 }, { view: "sign_up" }, { resend: responses });
  await signUp(page);
  const resendButton = page.button("Resend email");
  await resendButton.click();
  await expect.element(resendButton).toHaveAttribute("aria-disabled", "true");
  expect(page.callsOf("resend")).toEqual([[expect.objectContaining({ type: "signup" })]]);
  await expect.element(page.getByText(/^0:4[0-3]$/)).toHaveAttribute("aria-hidden", "true");
  await page.pressEnter();
  await expect
    .element(page.getByText(/^You can request another one in 4\d seconds\.$/))
    .toBeVisible();
  expect(page.callsOf("resend")).toHaveLength(1);
});

test("the check-email screen has the code field in a disclosure by default", async () => {
  const page = await showWithPlugin({}, { view: "magic_link" });
  await page.enter({ "Email address": "ada@example.com" });
  await page.pressEnter();
  await expect
    .element(page.getByText(/^We sent an email to .* Open the link in it to sign in\.$/))
    .toBeVisible();
  await expect.element(page.label("One-time code")).not.toBeVisible();
  await page.getByText("Have a code? Enter it").click();
  await expect.element(page.label("One-time code")).toHaveFocus();
  await page.label("One-time code").fill("12345678");
  await page.pressEnter();
  await expect
    .poll(() => page.callsOf("verifyOtp"))
    .toEqual([[{ email: "ada@example.com", token: "12345678", type: "email" }]]);
});

test("the check-email screen shows the code field if the application sets the code length", async () => {
  const page = await showWithPlugin({ codeLength: 6 }, { view: "magic_link" });
  await page.enter({ "Email address": "ada@example.com" });
  await page.pressEnter();
  await expect.element(page.getByText("Or enter the code from the email.")).toBeVisible();
  await expect.element(page.label("One-time code")).toBeVisible();
});

test.each([
  ["implicit", /^Open the link on any device\./],
  ["pkce", /^Open the link in this browser\./],
])("the check-email screen for the %s flow shows: %s", async (flowType, text) => {
  const client: object = { flowType };
  const page = await showWithPlugin({}, { view: "magic_link" }, client);
  await page.enter({ "Email address": "ada@example.com" });
  await page.pressEnter();
  await expect.element(page.getByText(text)).toBeVisible();
});

test.each([
  ["SIGNED_IN", "Sign in by email"],
  ["INITIAL_SESSION", "Sign in by email"],
  ["TOKEN_REFRESHED", "Sign in by email"],
  ["PASSWORD_RECOVERY", "Set a new password"],
] as const)(
  "the check-email screen closes when the client emits %s with a session",
  async (event, heading) => {
    const page = await showWithPlugin({}, { view: "magic_link" });
    await page.enter({ "Email address": "ada@example.com" });
    await page.pressEnter();
    await expect.element(page.heading("Check your email for the magic link")).toBeVisible();
    expect(page.getByRole("link").elements()).toEqual([]);
    page.emit(event);
    await expect.element(page.heading(heading)).toBeVisible();
    expect(sessionStorage.getItem("portico.sent")).toBeNull();
  },
);

test("the check-email screen is not restored after a sign-in while no form was mounted", async () => {
  const firstForm = await showWithPlugin({ storageKey: "own" }, { view: "sign_up" });
  await signUp(firstForm);
  await firstForm.unmount();
  const { client } = testClient();
  const application = await render(
    <UserContextProvider supabaseClient={client} initialSession={someSession}>
      Signed in
    </UserContextProvider>,
  );
  await expect.element(application.getByText("Signed in")).toBeVisible();
  await application.unmount();
  const page = await showWithPlugin({ storageKey: "own" });
  await expect.element(page.heading("Sign in")).toBeVisible();
  expect(sessionStorage.getItem("own")).toBeNull();
});

test("the check-email screen stays open during a guest's session", async () => {
  const page = await showWithPlugin({}, { view: "sign_up" });
  await signUp(page);
  page.emit("SIGNED_IN", { ...someSession, user: { ...someUser, is_anonymous: true } });
  await page.unmount();
  const reloadedForm = await showWithPlugin();
  await expect
    .element(reloadedForm.heading("Check your email for the confirmation link"))
    .toBeVisible();
});

test("the check-email screen shows everyone the same links for the owner of an existing account", async () => {
  const page = await showWithPlugin({}, { view: "sign_up" });
  await signUp(page);
  const text = "Didn't get an email? You may already have an account.";
  await expect.element(page.getByText(text)).toBeVisible();
  await page.button("Reset your password").click();
  await expect.element(page.label("Email address")).toHaveValue("ada@gmail.com");
  await expect.element(page.label("Email address")).toHaveFocus();
  expect(location.hash).toBe("#auth-forgot-password");
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByText(/Open the link in it to set a new password/)).toBeVisible();
});

test.each([
  ["ada@gmail.com", "Gmail"],
  ["ada@Hotmail.co.uk", "Outlook"],
  ["ada@yahoo.co.jp", "Yahoo! メール"],
  ["ada@yahoo.com.br", "Yahoo Mail"],
  ["ada@gmx.de", "GMX"],
  ["ada@example.com", undefined],
  ["ada@live.example.com", undefined],
  ["ada@outlook.evil.example", undefined],
])("the mailbox of the address %s is %s", (address, name) => {
  expect(knownMailbox(address)?.name).toBe(name);
});
