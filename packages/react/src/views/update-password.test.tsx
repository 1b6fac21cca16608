import { describe, expect, test } from "vitest";
import { apiError, someSession, someUser } from "../../test/client.ts";
import { show } from "../../test/show.tsx";

describe("the update-password view", () => {
  test("update_password has the id auth-update-password and tells password managers the username", async () => {
    const { container, emit, heading, label } = await show({ view: "update_password" });
    expect(container.querySelector("form")?.id).toBe("auth-update-password");
    await expect.element(heading("Set a new password")).toBeVisible();
    await expect.element(label("New password")).toHaveAttribute("autocomplete", "new-password");
    emit("INITIAL_SESSION", someSession);
    const username = container.querySelector<HTMLInputElement>("input[autocomplete=username]");
    await expect.element(username).toHaveValue("ada@example.com");
    await expect.element(username).not.toBeVisible();
  });

  test("update_password confirms the new password if the client emits no event", async () => {
    const { callsOf, label, pressEnter, status } = await show({ view: "update_password" });
    await label("New password").fill("battery staple");
    await pressEnter();
    await expect.element(status).toHaveTextContent("Your password has been updated");
    expect(callsOf("updateUser")).toEqual([[{ password: "battery staple" }]]);
  });

  test("update_password returns to sign_in with the confirmation when the client reports the update", async () => {
    const { emit, heading, label, pressEnter, status } = await show(
      { view: "update_password" },
      {
        // The real client notifies its subscribers before it responds.
        updateUser: async () => {
          emit("USER_UPDATED", someSession);
          return { data: { user: someUser }, error: null };
        },
      },
    );
    await label("New password").fill("battery staple");
    await pressEnter();
    await expect.element(heading("Sign in")).toBeVisible();
    await expect.element(status).toHaveTextContent("Your password has been updated");
  });

  test("update_password shows the server's message at the password field", async () => {
    const { label, pressEnter } = await show(
      { view: "update_password" },
      {
        updateUser: async () => ({
          data: { user: null },
          error: apiError(
            "New password should be different from the old password.",
            "same_password",
            422,
          ),
        }),
      },
    );
    await label("New password").fill("same");
    await pressEnter();
    await expect
      .element(label("New password"))
      .toHaveAccessibleDescription("New password should be different from the old password.");
  });
});
