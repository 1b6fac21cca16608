import { beforeEach, expect, test } from "vitest";
import { show, signInLabels } from "../../../test/show.tsx";
import { checkEmailScreen } from "../check-email/check-email-screen.tsx";
import { lastUsedMethod } from "./last-used-method.tsx";
import "../plugins.css";

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

const plugins = [lastUsedMethod()];

test("the last used method is marked the next time, and nothing else is stored", async () => {
  const form = await show({ plugins });
  expect(form.container.querySelector("[data-last-used]")).toBeNull();
  await form.button("Sign in with GitHub").click();
  await expect.poll(() => localStorage.getItem("portico.last-used")).toBe("social:github");
  expect({ ...localStorage }).toEqual({ "portico.last-used": "social:github" });
  await form.unmount();

  const reloadedForm = await show({ plugins });
  await expect.element(reloadedForm.button("Sign in with GitHub Last used")).toBeVisible();
  await reloadedForm.enter({
    [signInLabels.email]: "ada@example.com",
    [signInLabels.password]: "secret",
  });
  await reloadedForm.button("Sign in").click();
  await expect.poll(() => localStorage.getItem("portico.last-used")).toBe("sign_in");
  expect(JSON.stringify({ ...localStorage })).not.toContain("ada");
});

test("a last used button without text has the mark in its accessible name", async () => {
  localStorage.setItem("portico.last-used", "social:github");
  const form = await show({ plugins, socialLayout: "horizontal" });
  await expect.element(form.button("Sign in with GitHub Last used")).toBeVisible();
  await form.rerender({
    localization: { variables: { sign_in: { social_provider_text: "Enter by {{provider}}" } } },
  });
  await expect.element(form.button("Enter by GitHub Last used")).toBeVisible();
  await form.rerender({ view: "sign_up" });
  await expect.element(form.button("Continue with GitHub Last used")).toBeVisible();
});

test("a code that confirms an account marks sign-in with a password", async () => {
  const form = await show({ plugins, view: "sign_up" });
  await form.enter({ "Email address": "ada@example.com", "Create a password": "secret" });
  await form.button("Sign up").click();
  await expect.element(form.status).toHaveTextContent("Check your email for the confirmation link");
  await form.rerender({ view: "verify_otp" });
  await form.enter({ "Email address": "ada@example.com", "One-time code": "123456" });
  await form.button("Verify code").click();
  await expect.poll(() => localStorage.getItem("portico.last-used")).toBe("sign_up");
  await form.unmount();
  const reloadedForm = await show({ plugins, magicLink: true });
  await expect.element(reloadedForm.button("Sign in Last used")).toBeVisible();
  await expect
    .element(reloadedForm.link("Email me a magic link"))
    .not.toHaveAttribute("data-last-used");
});

test.each([
  ["sign_up", "Create a password", "Sign up", "sign_up"],
  ["magic_link", undefined, "Send magic link", "magic_link"],
  ["forgotten_password", undefined, "Send reset link", "sign_in"],
] as const)(
  "a reload of the code screen keeps the method %s",
  async (view, password, buttonName, storedMethod) => {
    const props = {
      plugins: [...plugins, checkEmailScreen({ codeLength: 6 })],
      magicLink: true,
    };
    const form = await show({ ...props, view });
    await form.enter({
      "Email address": "ada@example.com",
      ...(password && { [password]: "secret" }),
    });
    await form.button(buttonName).click();
    await expect.element(form.label("One-time code")).toBeVisible();
    await form.unmount();
    const reloadedForm = await show(props);
    await reloadedForm.label("One-time code").fill("123456");
    await expect.poll(() => localStorage.getItem("portico.last-used")).toBe(storedMethod);
  },
);

test("the last used provider is first in any order of the application's providers", async () => {
  localStorage.setItem("portico.last-used", "social:azure");
  const form = await show({ plugins, providers: ["github", "google", { provider: "azure" }] });
  const order = () =>
    [...form.container.querySelectorAll<HTMLElement>("[data-portico-provider]")].map(
      ({ dataset }) => dataset["porticoProvider"],
    );
  expect(order()).toEqual(["azure", "github", "google"]);
  await form.rerender({ providers: ["google", "github"] });
  expect(order()).toEqual(["google", "github"]);
});
