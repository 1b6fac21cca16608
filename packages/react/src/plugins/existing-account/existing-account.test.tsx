import { expect, test } from "vitest";
import { show } from "../../../test/show.tsx";
import { existingAccount } from "./existing-account.tsx";
import "../plugins.css";

test("after sign-up links to an existing account keep the e-mail", async () => {
  const page = await show({ view: "sign_up", providers: [], plugins: [existingAccount()] });
  expect(page.button("Sign in").query()).toBeNull();
  await page.enter({ "Email address": "ada@example.com", "Create a password": "correct horse" });
  await page.pressEnter();
  await expect.element(page.getByText("Check your email for the confirmation link")).toBeVisible();
  await page.button("Sign in").click();
  await expect.element(page.heading("Sign in")).toBeVisible();
  await expect.element(page.label("Email address")).toHaveValue("ada@example.com");
  expect(location.hash).toBe("#auth-sign-in");
});
