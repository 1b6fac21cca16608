import { describe, expect, test } from "vitest";
import { apiError } from "../../test/client.ts";
import { show } from "../../test/show.tsx";

describe("the forgotten-password view", () => {
  test("forgotten_password has the id auth-forgot-password, an e-mail field and a link back", async () => {
    const { container, heading, link } = await show({ view: "forgotten_password" });
    expect(container.querySelector("form")?.id).toBe("auth-forgot-password");
    await expect.element(heading("Reset your password")).toBeVisible();
    await expect.element(link("Back to sign in")).toHaveAttribute("href", "#auth-sign-in");
  });

  test("forgotten_password has no social buttons", async () => {
    const { getByRole } = await show({ view: "forgotten_password" });
    expect(getByRole("button").elements()).toHaveLength(1);
  });

  test("forgotten_password requests a link to reset the password and confirms it", async () => {
    const { callsOf, label, pressEnter, status } = await show({
      view: "forgotten_password",
      redirectTo: "https://app.example.com/account",
    });
    await label("Email address").fill("ada@example.com");
    await pressEnter();
    await expect.element(status).toHaveTextContent("Check your email for the password reset link");
    expect(callsOf("resetPasswordForEmail")).toEqual([
      ["ada@example.com", { redirectTo: "https://app.example.com/account" }],
    ]);
  });

  test("forgotten_password shows the server's message", async () => {
    const { alert, button, label, pressEnter } = await show(
      { view: "forgotten_password" },
      {
        resetPasswordForEmail: async () => ({
          data: null,
          error: apiError("Unable to validate email address: invalid format", "validation_failed"),
        }),
      },
    );
    await label("Email address").fill("ada");
    await pressEnter();
    await expect
      .element(alert)
      .toHaveTextContent("Unable to validate email address: invalid format");
    await expect.element(button("Send reset link")).toBeEnabled();
  });
});
