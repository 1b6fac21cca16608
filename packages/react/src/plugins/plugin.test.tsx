import { useState } from "react";
import { expect, test } from "vitest";
import { apiError } from "../../test/client.ts";
import { show } from "../../test/show.tsx";
import type { AuthPlugin } from "./plugin.ts";

test("plugins render in their slots and change the options in order", async () => {
  const firstPlugin: AuthPlugin = {
    Screen: ({ form, children }) => (
      <section aria-label={`around ${form.view}`}>{children}</section>
    ),
    Above: () => <p>above</p>,
    useOptions: (options) => ({ ...options, captchaToken: "one" }),
  };
  const otherPlugin: AuthPlugin = {
    Fields: ({ form }) => <p>in {form.form.id}</p>,
    Below: () => <p>below</p>,
    useOptions: (options) => ({ ...options, captchaToken: `${options.captchaToken}, two` }),
  };
  const page = await show({ plugins: [firstPlugin, otherPlugin], providers: [] });
  const text = page.getByRole("region", { name: "around sign_in" }).element().textContent ?? "";
  const slotOrder = ["above", "Email address", "Forgot", "in auth-sign-in", "below", "Sign up"];
  expect(slotOrder.map((label) => text.indexOf(label))).toEqual(
    slotOrder.map((label) => text.indexOf(label)).toSorted((a, b) => a - b),
  );
  expect(text).toContain("in auth-sign-in");
  await page.enter({ "Email address": "ada@example.com", "Your password": "secret" });
  await page.pressEnter();
  await expect
    .poll(() => page.callsOf("signInWithPassword"))
    .toEqual([[expect.objectContaining({ options: { captchaToken: "one, two" } })]]);
});

test("a plugin's screen can replace the view, return to any view with the e-mail and show a failure", async () => {
  const screen: AuthPlugin = {
    Screen: ({ form, children }) =>
      form.view === "sign_up" ? (
        <button type="button" onClick={() => form.show("sign_in", { email: "ada@example.com" })}>
          Back
        </button>
      ) : (
        children
      ),
    Below: ({ form }) => (
      <button
        type="button"
        {...form.submission.busy("extra")}
        onClick={() =>
          void form.submission.run("extra", async () => {
            throw apiError("Not today", "unexpected_failure", 500);
          })
        }
      >
        AuthPlugin
      </button>
    ),
  };
  const page = await show({ plugins: [screen], view: "sign_up", providers: [] });
  expect(page.getByRole("textbox").query()).toBeNull();
  await page.button("Back").click();
  await expect.element(page.label("Email address")).toHaveValue("ada@example.com");
  await page.button("AuthPlugin").click();
  await expect.element(page.alert).toHaveTextContent("Not today");
});

test("the list of plugins may change, including plugins with useOptions", async () => {
  const createPlugin = (label: string): AuthPlugin => ({
    useOptions: (options) => {
      const [heading] = useState(label);
      return { ...options, localization: { variables: { sign_in: { heading } } } };
    },
  });
  const [firstPlugin, secondPlugin] = [createPlugin("First"), createPlugin("Second")];
  const page = await show({ plugins: [firstPlugin], providers: [] });
  await expect.element(page.heading("First")).toBeVisible();
  await page.rerender({ plugins: [firstPlugin, secondPlugin] });
  await expect.element(page.heading("Second")).toBeVisible();
  await page.rerender({ plugins: [] });
  await expect.element(page.heading("Sign in")).toBeVisible();
});
