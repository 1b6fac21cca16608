import { AuthWeakPasswordError } from "@supabase/auth-js";
import { expect, test } from "vitest";
import { show } from "../../../test/show.tsx";
import formsInPersian from "../../i18n/locales/fa.ts";
import pluginsInPersian from "../locales/fa.ts";
import { passwordChecklist } from "./password-checklist.tsx";
import { rulesFor } from "./rules.ts";

const message =
  "Password should be at least 8 characters. Password should contain at least one character of " +
  "each: abcdefghijklmnopqrstuvwxyz, ABCDEFGHIJKLMNOPQRSTUVWXYZ, 0123456789, " +
  "!@#$%^&*()_+-=[]{};'\\:\"|<>?,./`~.";
const reasons = ["length", "characters"];

test("the password rules are read from the server's error", () => {
  const ruleResults = (password: string) =>
    rulesFor({ reasons, message, password: "" }, password, false).map(({ name, isMet }) => [
      name,
      isMet,
    ]);
  expect(ruleResults("abc")).toEqual([
    ["length", false],
    ["lower", true],
    ["upper", false],
    ["digit", false],
    ["symbol", false],
  ]);
  expect(ruleResults("Abcdef1~").every(([, isMet]) => isMet)).toBe(true);
});

test("a leaked password violates its rule until it is changed, and then the rule is undecided", () => {
  const rejection = {
    reasons: ["pwned"],
    message: "Password is known to be weak",
    password: "love",
  };
  expect(rulesFor(rejection, "love", false)).toEqual([{ name: "pwned", isMet: false }]);
  expect(rulesFor(rejection, "love!", false)).toEqual([{ name: "pwned", isMet: undefined }]);
});

test("the length limit of a password counts bytes", () => {
  const noRejection = { reasons: [], message: "", password: "" };
  expect(rulesFor(noRejection, "ä".repeat(36), true)).toEqual([
    { name: "bytes", count: 72, isMet: true },
  ]);
  expect(rulesFor(noRejection, "ä".repeat(37), true)).toEqual([
    { name: "bytes", count: 74, isMet: false },
  ]);
  expect(rulesFor(noRejection, "ä".repeat(37), false)).toEqual([]);
});

test("the password checklist appears with the first rejection and follows the typed password", async () => {
  const error = new AuthWeakPasswordError(message, 422, ["length", "characters"]);
  const form = await show(
    { plugins: [passwordChecklist()], view: "sign_up" },
    { signUp: async () => ({ data: { user: null, session: null }, error }) },
  );
  const password = form.label("Create a password");
  await form.label("Email address").fill("ada@example.com");
  await password.fill("abc");
  expect(form.container.querySelector("li")).toBeNull();
  await form.button("Sign up").click();
  await expect.element(form.getByText(/At least 8/)).toBeVisible();
  await expect.element(password).toHaveAccessibleDescription(/Password requirements/);
  await password.fill("Abcdef1~");
  await expect.poll(() => form.container.querySelectorAll("li[data-met=true]").length).toBe(5);
});

test("the password checklist uses the digits of its language", async () => {
  const error = new AuthWeakPasswordError(message, 422, ["length"]);
  const localization = { ...formsInPersian, ...pluginsInPersian };
  const form = await show(
    { plugins: [passwordChecklist()], view: "sign_up", localization },
    { signUp: async () => ({ data: { user: null, session: null }, error }) },
  );
  const { email_label, password_label, button_label } = formsInPersian.variables.sign_up;
  await form.label(email_label).fill("ada@example.com");
  await form.label(password_label).fill("abc");
  await form.button(button_label).click();
  await expect.element(form.getByText("حداقل ۸ نویسه")).toBeVisible();
});
