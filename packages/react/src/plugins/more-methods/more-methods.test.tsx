import { beforeEach, expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { show } from "../../../test/show.tsx";
import { anonymousSignIn } from "../anonymous/anonymous-sign-in.tsx";
import { lastUsedMethod } from "../last-used-method/last-used-method.tsx";
import { phone } from "../phone/phone.tsx";
import { singleSignOn } from "../single-sign-on/single-sign-on.tsx";
import { moreMethods } from "./more-methods.tsx";
import "../plugins.css";

beforeEach(() => localStorage.clear());

const plugins = [lastUsedMethod(), moreMethods([phone(), singleSignOn(), anonymousSignIn()])];

/** Methods of a real client that the forms do not require. */
const methods: object = {
  signInWithSSO: async () => ({ data: { url: "" }, error: null }),
  signInAnonymously: async () => ({
    data: { user: { id: "1" }, session: { access_token: "a" } },
    error: null,
  }),
};

test("the disclosure of more methods is closed at first and works by keyboard", async () => {
  const form = await show({ plugins }, methods);
  const summary = form.getByText("More ways to sign in");
  await expect.element(form.getByText("Use a phone number")).not.toBeVisible();
  summary.element().focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(form.button("Use a phone number")).toBeVisible();
  await userEvent.tab();
  await expect.element(form.button("Use a phone number")).toHaveFocus();
  summary.element().focus();
  await userEvent.keyboard(" ");
  await expect.element(form.getByText("Use a phone number")).not.toBeVisible();
});

test("the disclosure of more methods is open if it contains the last used method, which is its first", async () => {
  const form = await show({ plugins }, methods);
  await form.getByText("More ways to sign in").click();
  await form.button("Continue as guest").click();
  await expect.poll(() => localStorage.getItem("portico.last-used")).toBe("anonymous");
  await form.unmount();

  const reloadedForm = await show({ plugins }, methods);
  await expect.element(reloadedForm.button("Continue as guest Last used")).toBeVisible();
  const names = [...reloadedForm.container.querySelectorAll("details button")].map(
    ({ textContent }) => textContent,
  );
  expect(names).toEqual(["Continue as guest", "Use a phone number", "Use single sign-on"]);
});

test("single sign-on is stored as the last used method before the page navigates away", async () => {
  const form = await show({ plugins }, methods);
  await form.getByText("More ways to sign in").click();
  await form.button("Use single sign-on").click();
  await form.label("Work email address").fill("ada@example.com");
  await form.button("Continue").click();
  await expect.poll(() => localStorage.getItem("portico.last-used")).toBe("sso");
});

test("the disclosure of more methods has the view's label and is hidden without methods", async () => {
  const form = await show({ plugins, view: "sign_up" }, methods);
  await form.getByText("More ways to sign up").click();
  await expect.element(form.button("Use a phone number")).toBeVisible();
  await expect.element(form.button("Continue as guest")).toBeVisible();
  expect(form.getByText("Use single sign-on").query()).toBeNull();
  await form.rerender({ view: "forgotten_password" });
  await expect.element(form.heading("Reset your password")).toBeVisible();
  expect(form.container.querySelector("details")).toBeNull();
});
