import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { apiError } from "../../../test/client.ts";
import { show, signInLabels } from "../../../test/show.tsx";
import { captcha } from "./captcha.tsx";
import { captcha as english } from "./en.ts";
import "../plugins.css";

/** The URL of a fake service script, which creates a new token whenever a widget is rendered or reset. */
const scriptUrl = new URL("../../../test/fake-captcha.js", import.meta.url).href;
const plugins = [
  captcha({ provider: "turnstile", siteKey: "1x00000000000000000000AA", script: scriptUrl }),
];

test("each attempt sends its own captcha token", async () => {
  const form = await show(
    { plugins },
    {
      signInWithPassword: async () => ({
        data: { user: null, session: null },
        error: apiError("Invalid login credentials", "invalid_credentials"),
      }),
    },
  );
  await form.enter({ [signInLabels.email]: "ada@example.com", [signInLabels.password]: "secret" });
  await form.button("Sign in").click();
  await expect.element(form.alert).toHaveTextContent("Invalid login credentials");
  await form.button("Sign in").click();
  await expect.poll(() => form.callsOf("signInWithPassword").length).toBe(2);
  const sentOptions = form
    .callsOf("signInWithPassword")
    .map(([parameters]) => Object(parameters).options);
  expect(sentOptions).toEqual([{ captchaToken: "turnstile 1" }, { captchaToken: "turnstile 2" }]);
});

test("a captcha script that does not load is reported when the form is submitted", async () => {
  const pluginsWithBrokenScript = [
    captcha({ provider: "hcaptcha", siteKey: "key", script: "http://127.0.0.1:9/x.js" }),
  ];
  const form = await show({ plugins: pluginsWithBrokenScript });
  await form.enter({ [signInLabels.email]: "ada@example.com", [signInLabels.password]: "secret" });
  await form.button("Sign in").click();
  await expect.element(form.alert).toHaveTextContent(english.failed);
  expect(form.callsOf("signInWithPassword")).toEqual([]);
});

test("a captcha widget fills a card, and is compact if the card is narrower than the widget", async () => {
  const wideForm = await show({ plugins });
  await expect.poll(() => wideForm.container.querySelector("[data-size=flexible]")).not.toBeNull();
  await wideForm.unmount();
  await page.viewport(320, 700);
  const narrowForm = await show({ plugins });
  await expect.poll(() => narrowForm.container.querySelector("[data-size=compact]")).not.toBeNull();
  await page.viewport(414, 896);
});
