import { AuthSessionMissingError } from "@supabase/auth-js";
import { expect, expectTypeOf, test } from "vitest";
import { apiError, someUser } from "../../../test/client.ts";
import { show, signInLabels } from "../../../test/show.tsx";
import { collectUncaughtErrors, faultMessage, throwFault } from "../../../test/uncaught.ts";
import type { ErrorTexts } from "../../i18n/locale.ts";
import fr from "../../i18n/locales/fr.ts";
import pluginsInFrench from "../locales/fr.ts";
import { errorHelp } from "./error-help.tsx";
import { type ErrorCode, errorReasons } from "./error-reasons.ts";

const plugins = [errorHelp()];
const emptyData = { user: null, session: null };
const respondWith = (message: string, code: string) => ({
  signInWithPassword: async () => ({ data: emptyData, error: apiError(message, code) }),
});

test("every error code of the client has a reason, and every reason has a text", () => {
  expectTypeOf<"captcha_failed" | "weak_password">().toExtend<ErrorCode>();
  expectTypeOf<string>().not.toExtend<ErrorCode>();
  expectTypeOf<Exclude<ErrorCode, keyof typeof errorReasons | keyof ErrorTexts>>().toBeNever();
  const messages: Readonly<Record<string, string>> = {
    ...fr.variables.errors,
    ...pluginsInFrench.plugins.errors,
  };
  expect(Object.values(errorReasons).filter((reason) => !messages[reason])).toEqual([]);
});

test("in English an error shows the server's message with an action below it", async () => {
  const form = await show({ plugins }, respondWith("Email not confirmed", "email_not_confirmed"));
  await form.enter({ [signInLabels.email]: "ada@example.com", [signInLabels.password]: "secret" });
  await form.button("Sign in").click();
  await expect.element(form.alert).toHaveTextContent("Email not confirmed");
  expect(form.container.querySelector(".portico-message")?.getAttribute("title")).toBeNull();
  await form.button("Resend confirmation email").click();
  await expect.element(form.status).toHaveTextContent("Check your email for the confirmation link");
  expect(form.callsOf("resend")).toEqual([
    [{ type: "signup", email: "ada@example.com", options: {} }],
  ]);
});

test("a missing session shows its own text and a link to sign in", async () => {
  const missingSession = new AuthSessionMissingError();
  const updateUser = async () => ({ data: { user: null }, error: missingSession });
  for (const [localization, text] of [
    [{}, "Your session has ended. Sign in again."],
    [fr, fr.variables.errors.session_not_found],
  ] as const) {
    const form = await show({ plugins, view: "update_password", localization }, { updateUser });
    form.container.querySelector("form")?.requestSubmit();
    await expect.element(form.alert).toHaveTextContent(text);
    expect(form.container.innerHTML).not.toContain(missingSession.message);
    await form.unmount();
  }
});

test("the error for a registered e-mail links to sign-in with the e-mail filled in", async () => {
  const error = apiError("User already registered", "user_already_exists", 422);
  const form = await show(
    { plugins, view: "sign_up" },
    { signUp: async () => ({ data: emptyData, error }) },
  );
  await form.enter({ "Email address": "ada@example.com", "Create a password": "secret" });
  await form.button("Sign up").click();
  await form.button("Already have an account? Sign in").click();
  await expect.element(form.heading("Sign in")).toBeVisible();
  await expect.element(form.label("Email address")).toHaveValue("ada@example.com");
});

test("a rate limit shows a countdown and then a button to try again", async () => {
  const form = await show(
    { plugins },
    respondWith(
      "For security purposes, you can only request this after 1 seconds.",
      "over_email_send_rate_limit",
    ),
  );
  await form.enter({ [signInLabels.email]: "ada@example.com", [signInLabels.password]: "secret" });
  await form.button("Sign in").click();
  await expect.element(form.getByText(/Try again in 1 s/)).toBeVisible();
  await form.button("Try again").click();
  await expect.element(form.getByText(/Try again in 1 s/)).toBeVisible();
  expect(form.callsOf("signInWithPassword")).toHaveLength(2);
});

test("another language has a text for each code with the server's message as tooltip, and shows an unknown error unchanged", async () => {
  const form = await show(
    { plugins, localization: fr },
    respondWith("No such thing", "invalid_credentials"),
  );
  await form.enter({ [fr.variables.sign_in.email_label]: "ada@example.com" });
  await form.button(fr.variables.sign_in.button_label).click();
  await expect.element(form.alert).toHaveTextContent(fr.variables.errors.invalid_credentials);
  await expect.element(form.getByTitle("No such thing")).toBeVisible();
  await form.unmount();
  const otherForm = await show({ plugins }, respondWith("The moon is not full", "hook_rejected"));
  await otherForm.enter({ [signInLabels.email]: "ada@example.com" });
  await otherForm.button("Sign in").click();
  await expect.element(otherForm.alert).toHaveTextContent("The moon is not full");
});

test("a password that requires reauthentication is set with a code if the client supports it", async () => {
  const error = apiError("Password update requires reauthentication", "reauthentication_needed");
  const reauthenticate = async () => ({ data: emptyData, error: null });
  const uncaughtMessages = collectUncaughtErrors();
  const form = await show(
    // An error that the application throws must not become a failure of the form.
    { plugins, view: "update_password", onSuccess: throwFault },
    {
      ...{ reauthenticate },
      updateUser: async ({ nonce }) =>
        nonce === "123456"
          ? { data: { user: someUser }, error: null }
          : { data: { user: null }, error },
    },
  );
  await form.label("New password").fill("an entirely new one");
  await form.button("Update password").click();
  await expect.element(form.alert).toHaveTextContent("Password update requires reauthentication");
  await form.button("Send a new code").click();
  await form.label("One-time code").fill("１２３ ٤٥۶");
  await form.button("Update password").last().click();
  await expect.element(form.status).toHaveTextContent("Your password has been updated");
  await expect.element(form.alert).toHaveTextContent("");
  await expect.poll(() => uncaughtMessages).toEqual([faultMessage]);
  expect(form.callsOf("updateUser").at(-1)).toEqual([
    { password: "an entirely new one", nonce: "123456" },
  ]);
});
