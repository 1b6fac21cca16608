import { beforeEach, expect, test } from "vitest";
import { recordAnnouncements } from "../../../test/announcements.ts";
import { show } from "../../../test/show.tsx";
import { singleSignOn } from "../single-sign-on/single-sign-on.tsx";
import type { PhoneOptions } from "./options.ts";
import { phone } from "./phone.tsx";
import "../plugins.css";

beforeEach(() => sessionStorage.clear());

async function open(view: "sign_in" | "sign_up", options: PhoneOptions = {}) {
  const page = await show({
    providers: [],
    view,
    plugins: [phone({ country: "GB", codeLength: 6, ...options })],
  });
  await page.button("Use a phone number").click();
  await expect.element(page.label("Phone number")).toHaveFocus();
  return page;
}

test("the phone form signs in with a code from a text message", async () => {
  const page = await open("sign_in");
  const announcedTexts = recordAnnouncements();
  await page.label("Phone number").fill("07700 900123");
  await page.pressEnter();
  await expect.element(page.heading("Enter your code")).toHaveFocus();
  await expect.element(page.getByText("+447700900123", { exact: true })).toBeVisible();
  await expect.poll(() => announcedTexts).toEqual(["We sent a code to +447700900123."]);
  expect(page.callsOf("signInWithOtp")).toEqual([[{ phone: "+447700900123", options: {} }]]);
  await page.label("One-time code").fill("123456");
  await expect
    .poll(() => page.callsOf("verifyOtp"))
    .toEqual([[{ phone: "+447700900123", token: "123456", type: "sms" }]]);
  await page.button("Wrong number?").click();
  await expect.element(page.label("Phone number")).toHaveValue("+447700900123");
});

test("the phone form signs up with a password and confirms the number by a code", async () => {
  const page = await open("sign_up");
  await page.label("Phone number").fill("7700900123");
  await page.label("Create a password").fill("correct horse");
  await page.button("Sign up").click();
  await expect.element(page.heading("Enter your code")).toBeVisible();
  expect(page.callsOf("signUp")).toEqual([
    [{ phone: "+447700900123", password: "correct horse", options: {} }],
  ]);
});

test("the phone form signs in with a password", async () => {
  const page = await open("sign_in");
  await page.button("Use a password instead").click();
  await page.label("Country").selectOptions("France (+33)");
  await page.label("Phone number").fill("06 12 34 56 78");
  await page.label("Your password").fill("correct horse");
  await page.button("Sign in").click();
  expect(page.callsOf("signInWithPassword")).toEqual([
    [{ phone: "+33612345678", password: "correct horse", options: {} }],
  ]);
});

test("an international number selects its country, and an invalid number takes the focus", async () => {
  const page = await open("sign_in");
  await page.label("Phone number").fill("+81 90");
  await expect.element(page.label("Country")).toHaveDisplayValue("Japan (+81)");
  await page.button("Send a code").click();
  await expect.element(page.alert).toHaveTextContent("Enter a complete phone number.");
  await expect.element(page.label("Phone number")).toHaveFocus();
  await expect.element(page.label("Phone number")).toHaveAttribute("aria-invalid", "true");
  expect(page.calls).toEqual([]);
  await expect.element(page.getByRole("form", { name: "Sign in with your phone" })).toBeVisible();
  await page.button("Use an email address").click();
  await expect.element(page.heading("Sign in")).toBeVisible();
  await expect.element(page.label("Email address")).toHaveFocus();
});

test("a reload restores the screen for the phone code until the user goes back, changes the view or enters the code", async () => {
  const firstForm = await open("sign_up", { password: false });
  await firstForm.label("Phone number").fill("07700 900123");
  await firstForm.button("Send a code").click();
  await expect.element(firstForm.heading("Enter your code")).toHaveFocus();
  await firstForm.unmount();

  const plugins = [phone({ country: "GB", password: false })];
  const page = await show({ providers: [], view: "sign_up", plugins });
  await expect.element(page.getByText("+447700900123", { exact: true })).toBeVisible();
  await page.button("Wrong number?").click();
  await expect.element(page.label("Phone number")).toHaveValue("+447700900123");
  expect(sessionStorage.length).toBe(0);

  await page.button("Send a code").click();
  await expect.element(page.heading("Enter your code")).toHaveFocus();
  await page.rerender({ view: "sign_in" });
  await expect.element(page.heading("Sign in")).toBeVisible();
  expect(sessionStorage.length).toBe(0);

  await page.button("Use a phone number").click();
  await page.label("Phone number").fill("07700 900123");
  await page.button("Send a code").click();
  await page.label("One-time code").fill("123456");
  await page.button("Verify code").click();
  await expect.poll(() => sessionStorage.length).toBe(0);
});

test("the screen for the phone code is not restored after sign-in", async () => {
  const page = await open("sign_in");
  await page.label("Phone number").fill("07700 900123");
  await page.pressEnter();
  await expect.element(page.heading("Enter your code")).toHaveFocus();
  page.emit("SIGNED_IN");
  await expect.element(page.label("Phone number")).toBeVisible();
  expect(sessionStorage.getItem("portico.phone")).toBeNull();
});

test("the phone form shows no other methods below it", async () => {
  const plugins = [singleSignOn(), phone()];
  const otherMethods: object = { signInWithSSO: async () => ({ data: null, error: null }) };
  const page = await show({ providers: [], plugins }, otherMethods);
  await expect.element(page.button("Use single sign-on")).toBeVisible();
  await page.button("Use a phone number").click();
  await expect.element(page.label("Phone number")).toHaveFocus();
  await expect.element(page.button("Use single sign-on")).not.toBeInTheDocument();
});
