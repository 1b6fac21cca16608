import { useState } from "react";
import { describe, expect, test } from "vitest";
import { render } from "vitest-browser-react";
import { apiError, someSession, someUser, testClient } from "../../test/client.ts";
import { show } from "../../test/show.tsx";
import { Auth } from "../index.ts";

const fields = { "Email address": "ada@example.com", "Create a password": "correct horse" };

describe("the sign-up view", () => {
  test("sign_up has the id auth-sign-up and a new-password field for password managers", async () => {
    const { container, heading, label, link } = await show({ view: "sign_up" });
    expect(container.querySelector("form")?.id).toBe("auth-sign-up");
    await expect.element(heading("Create an account")).toBeVisible();
    await expect.element(label("Create a password")).toHaveAttribute("type", "password");
    await expect
      .element(label("Create a password"))
      .toHaveAttribute("autocomplete", "new-password");
    await expect
      .element(link("Already have an account? Sign in"))
      .toHaveAttribute("href", "#auth-sign-in");
  });

  test("sign_up sends the application's data and the redirect address", async () => {
    const { callsOf, enter, pressEnter } = await show({
      view: "sign_up",
      additionalData: { plan: "free" },
      redirectTo: "https://app.example.com/",
    });
    await enter(fields);
    await pressEnter();
    await expect
      .poll(() => callsOf("signUp"))
      .toEqual([
        [
          {
            email: "ada@example.com",
            password: "correct horse",
            options: { emailRedirectTo: "https://app.example.com/", data: { plan: "free" } },
          },
        ],
      ]);
  });

  test("sign_up without an e-mail shows an error, since the server could create a guest", async () => {
    const { alert, callsOf, button, label } = await show({ view: "sign_up" });
    await button("Sign up").click();
    await expect.element(alert).toHaveTextContent("Enter your email address");
    await expect.element(label("Email address")).toHaveFocus();
    expect(callsOf("signUp")).toEqual([]);
  });

  test("sign_up without a session tells the user to confirm the e-mail", async () => {
    const { enter, pressEnter, status } = await show({ view: "sign_up" });
    await enter(fields);
    await pressEnter();
    await expect.element(status).toHaveTextContent("Check your email for the confirmation link");
  });

  test("sign_up with a session shows no message", async () => {
    const { callsOf, button, enter, pressEnter, status } = await show(
      { view: "sign_up" },
      { signUp: async () => ({ data: { user: someUser, session: someSession }, error: null }) },
    );
    await enter(fields);
    await pressEnter();
    await expect.poll(() => callsOf("signUp")).toHaveLength(1);
    await expect.element(button("Sign up")).toBeEnabled();
    await expect.element(status).toHaveTextContent("");
  });

  test("sign_up shows the server's password rule at the password field", async () => {
    const { enter, label, pressEnter } = await show(
      { view: "sign_up" },
      {
        signUp: async () => ({
          data: { user: null, session: null },
          error: apiError("Password should be at least 6 characters.", "weak_password", 422),
        }),
      },
    );
    await enter(fields);
    await pressEnter();
    await expect
      .element(label("Create a password"))
      .toHaveAccessibleDescription("Password should be at least 6 characters.");
  });

  test("sign_up limits the password to bcrypt's 72 bytes only with passwordLimit", async () => {
    const { rerender, alert, callsOf, button, label } = await show({ view: "sign_up" });
    await label("Email address").fill("ada@example.com");
    // These are 25 characters of 3 bytes each, more than the limit of 72 bytes.
    await label("Create a password").fill("€".repeat(25));
    await button("Sign up").click();
    await expect.poll(() => callsOf("signUp")).toHaveLength(1);
    await rerender({ passwordLimit: true });
    await button("Sign up").click();
    await expect
      .element(alert)
      .toHaveTextContent("This password is too long. Use at most 72 characters.");
    await expect.element(button("Sign up")).toBeEnabled();
    expect(callsOf("signUp")).toHaveLength(1);
    await label("Create a password").fill("€".repeat(24));
    await button("Sign up").click();
    await expect.poll(() => callsOf("signUp")).toHaveLength(2);
  });

  test("sign_up keeps the typed values while the application's own field renders the form", async () => {
    const { client, calls } = testClient();
    function Page() {
      const [name, setName] = useState("");
      return (
        <Auth
          supabaseClient={client}
          view="sign_up"
          providers={[]}
          appearance={{ variables: { default: { colors: { brand: "#333" } } } }}
          localization={{ variables: { sign_up: { button_label: "Join" } } }}
          additionalData={{ name }}
        >
          <label>
            Full name
            <input value={name} onChange={(event) => setName(event.target.value)} />
          </label>
        </Auth>
      );
    }
    const screen = await render(<Page />);
    await screen.getByLabelText("Email address").fill("ada@example.com");
    const email = screen.getByLabelText("Email address").element();
    await screen.getByLabelText("Full name").fill("Ada Lovelace");
    await expect.element(screen.getByLabelText("Full name")).toHaveFocus();
    await screen.getByLabelText("Create a password").fill("correct horse");
    expect(screen.getByLabelText("Email address").element()).toBe(email);
    await screen.getByRole("button", { name: "Join" }).click();
    await expect
      .poll(() => calls)
      .toEqual([
        {
          method: "signUp",
          args: [
            {
              email: "ada@example.com",
              password: "correct horse",
              options: { data: { name: "Ada Lovelace" } },
            },
          ],
        },
      ]);
  });
});
