import { describe, expect, test } from "vitest";
import { render } from "vitest-browser-react";
import { apiError, testClient } from "../../test/client.ts";
import { show } from "../../test/show.tsx";
import { VerifyOtp } from "../index.ts";

describe("the verify-otp view", () => {
  test("verify_otp has the id auth-verify-otp and a field that phones fill in", async () => {
    const { container, heading, label, link } = await show({ view: "verify_otp" });
    expect(container.querySelector("form")?.id).toBe("auth-verify-otp");
    await expect.element(heading("Enter your code")).toBeVisible();
    await expect.element(label("One-time code")).toHaveAttribute("autocomplete", "one-time-code");
    await expect.element(label("One-time code")).toHaveAttribute("inputmode", "numeric");
    await expect.element(link("Back to sign in")).toBeVisible();
  });

  test("verify_otp verifies a code for an e-mail by default, in any pasted format", async () => {
    const { callsOf, enter, pressEnter, status } = await show({ view: "verify_otp" });
    await enter({ "Email address": "ada@example.com", "One-time code": "123 456" });
    await pressEnter();
    await expect
      .poll(() => callsOf("verifyOtp"))
      .toEqual([[{ email: "ada@example.com", token: "123456", type: "email" }]]);
    await expect.element(status).toHaveTextContent("Your code has been verified");
  });

  test.each(["sms", "phone_change"] as const)(
    "verify_otp asks for a phone number for %s",
    async (type) => {
      const { callsOf, enter, label, pressEnter } = await show({
        view: "verify_otp",
        otpType: type,
      });
      await expect.element(label("Phone number")).toHaveAttribute("type", "tel");
      await enter({ "Phone number": "+46700000000", "One-time code": "123456" });
      await pressEnter();
      await expect
        .poll(() => callsOf("verifyOtp"))
        .toEqual([[{ phone: "+46700000000", token: "123456", type }]]);
    },
  );

  test("verify_otp accepts a code and a phone number in digits of any script", async () => {
    const { callsOf, enter, pressEnter } = await show({ view: "verify_otp", otpType: "sms" });
    await enter({ "Phone number": "+٤٦٧٠٠٠٠٠٠٠٠", "One-time code": "۱۲۳ ۴۵۶" });
    await pressEnter();
    await expect
      .poll(() => callsOf("verifyOtp"))
      .toEqual([[{ phone: "+46700000000", token: "123456", type: "sms" }]]);
  });

  test("verify_otp shows the server's message at the code field", async () => {
    const { enter, label, pressEnter } = await show(
      { view: "verify_otp" },
      {
        verifyOtp: async () => ({
          data: { user: null, session: null },
          error: apiError("Token has expired or is invalid", "otp_expired", 403),
        }),
      },
    );
    await enter({ "Email address": "ada@example.com", "One-time code": "000000" });
    await pressEnter();
    await expect
      .element(label("One-time code"))
      .toHaveAccessibleDescription("Token has expired or is invalid");
  });

  test.each([
    ["email", "signInWithOtp", { email: "ada@example.com", options: {} }],
    ["magiclink", "signInWithOtp", { email: "ada@example.com", options: {} }],
    ["signup", "resend", { type: "signup", email: "ada@example.com", options: {} }],
    ["email_change", "resend", { type: "email_change", email: "ada@example.com", options: {} }],
    ["recovery", "resetPasswordForEmail", "ada@example.com"],
  ] as const)("verify_otp sends a new %s code by %s", async (otpType, method, payload) => {
    const { callsOf, button, label, status } = await show({ view: "verify_otp", otpType });
    await label("Email address").fill("ada@example.com");
    await button("Send a new code").click();
    await expect.element(status).toHaveTextContent("We sent you a new code");
    expect(callsOf(method).map(([parameters]) => parameters)).toEqual([payload]);
    expect(callsOf("verifyOtp")).toEqual([]);
  });

  test.each([
    ["sms", "signInWithOtp", { phone: "+46700000000" }],
    ["phone_change", "resend", { type: "phone_change", phone: "+46700000000" }],
  ] as const)(
    "verify_otp sends a new %s code by %s to the phone",
    async (otpType, method, payload) => {
      const { callsOf, button, label, status } = await show({ view: "verify_otp", otpType });
      await label("Phone number").fill("+46700000000");
      await button("Send a new code").click();
      await expect.element(status).toHaveTextContent("We sent you a new code");
      expect(callsOf(method)).toEqual([[payload]]);
    },
  );

  test("verify_otp has no button for a new code if the client is too old", async () => {
    const { client } = testClient();
    Reflect.deleteProperty(client.auth, "resend");
    const screen = await render(<VerifyOtp supabaseClient={client} />);
    await expect.element(screen.getByRole("button", { name: "Verify code" })).toBeVisible();
    expect(screen.getByRole("button", { name: "Send a new code" }).elements()).toEqual([]);
  });

  test("verify_otp shows an error if a new code is requested without an e-mail", async () => {
    const { alert, button, calls } = await show({ view: "verify_otp" });
    await button("Send a new code").click();
    await expect.element(alert).toHaveTextContent("Enter your email address");
    expect(calls).toEqual([]);
  });
});
