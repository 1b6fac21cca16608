import { describe, expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { apiError, deferred, someSession, someUser } from "../../test/client.ts";
import { show } from "../../test/show.tsx";
import { ThemeSupa } from "../theme/built-in-themes.ts";

const credentials = { "Email address": "ada@example.com", "Your password": "correct horse" };
const invalidResponse = {
  data: { user: null, session: null },
  error: apiError("Invalid login credentials", "invalid_credentials"),
};

describe("the sign-in view", () => {
  test("sign_in has the id auth-sign-in, is labelled by its heading and has an e-mail and a masked password field", async () => {
    const { container, heading, label } = await show();
    await expect.element(heading("Sign in")).toBeVisible();
    const form = container.querySelector("form");
    expect(form?.id).toBe("auth-sign-in");
    await expect.element(form).toHaveAccessibleName("Sign in");
    await expect.element(label("Email address")).toHaveAttribute("type", "email");
    await expect.element(label("Email address")).toHaveAttribute("autocomplete", "username");
    await expect.element(label("Your password")).toHaveAttribute("type", "password");
    await expect
      .element(label("Your password"))
      .toHaveAttribute("autocomplete", "current-password");
  });

  test("sign_in works by keyboard alone", async () => {
    const { callsOf, label, pressEnter, alert } = await show();
    label("Email address").element().focus();
    await userEvent.keyboard("ada@example.com{Tab}correct horse");
    await pressEnter();
    await expect
      .poll(() => callsOf("signInWithPassword"))
      .toEqual([[{ email: "ada@example.com", password: "correct horse" }]]);
    await expect.element(alert).toHaveTextContent("");
  });

  test("sign_in without an e-mail shows an error at the field and does not call the server", async () => {
    const { alert, callsOf, button, label } = await show();
    await button("Sign in").click();
    await expect.element(alert).toHaveTextContent("Enter your email address");
    await expect.element(label("Email address")).toHaveFocus();
    await expect
      .element(label("Email address"))
      .toHaveAccessibleDescription("Enter your email address");
    expect(callsOf("signInWithPassword")).toEqual([]);
  });

  test("sign_in does not validate the e-mail and the password itself", async () => {
    const { callsOf, button, label } = await show();
    await label("Email address").fill("ada");
    await button("Sign in").click();
    await expect
      .poll(() => callsOf("signInWithPassword"))
      .toEqual([[{ email: "ada", password: "" }]]);
  });

  test("sign_in disables its button and marks it as busy while sending", async () => {
    const response = deferred<typeof invalidResponse>();
    const { button, container, enter } = await show(
      {},
      { signInWithPassword: () => response.promise },
    );
    await enter(credentials);
    await button("Sign in").click();
    await expect.element(button("Signing in…")).toBeDisabled();
    expect(container.querySelector("form")?.ariaBusy).toBe("true");
    response.resolve(invalidResponse);
    await expect.element(button("Sign in")).toBeEnabled();
    expect(container.querySelector("form")?.ariaBusy).toBeNull();
  });

  test("pressing the sign-in button twice sends one request", async () => {
    const response = deferred<typeof invalidResponse>();
    const { callsOf, container, enter } = await show(
      {},
      { signInWithPassword: () => response.promise },
    );
    await enter(credentials);
    const form = container.querySelector("form");
    form?.requestSubmit();
    form?.requestSubmit();
    await expect.poll(() => callsOf("signInWithPassword")).toHaveLength(1);
    response.resolve(invalidResponse);
  });

  test("sign_in announces the server's message unchanged", async () => {
    const { alert, button, enter } = await show(
      {},
      { signInWithPassword: async () => invalidResponse },
    );
    await enter(credentials);
    await button("Sign in").click();
    await expect.element(alert).toHaveTextContent("Invalid login credentials");
    expect(alert.element().firstElementChild?.className).toContain("supabase-auth-ui_ui-message");
  });

  test("the live region of sign_in exists before there is a message", async () => {
    const { alert, status } = await show();
    await expect.element(alert).toBeInTheDocument();
    await expect.element(alert).toHaveTextContent("");
    await expect.element(status).toHaveTextContent("");
  });

  test("sign_in clears the message when the user types or submits again", async () => {
    let response = deferred<typeof invalidResponse>();
    response.resolve(invalidResponse);
    const { alert, button, enter, label } = await show(
      {},
      { signInWithPassword: () => response.promise },
    );
    await enter(credentials);
    await button("Sign in").click();
    await expect.element(alert).toHaveTextContent("Invalid login credentials");
    response = deferred();
    await button("Sign in").click();
    await expect.element(alert).toHaveTextContent("");
    response.resolve(invalidResponse);
    await expect.element(alert).toHaveTextContent("Invalid login credentials");
    await label("Your password").fill("other");
    await expect.element(alert).toHaveTextContent("");
  });

  test("sign_in connects the message to the invalid field and focuses the field", async () => {
    const { alert, button, enter, label } = await show(
      {},
      {
        signInWithPassword: async () => ({
          data: { user: null, session: null },
          error: apiError("Email not confirmed", "email_not_confirmed"),
        }),
      },
    );
    await enter(credentials);
    await button("Sign in").click();
    await expect.element(label("Email address")).toHaveAttribute("aria-invalid", "true");
    await expect.element(label("Email address")).toHaveAccessibleDescription("Email not confirmed");
    await expect.element(label("Email address")).toHaveFocus();
    await expect.element(label("Your password")).not.toHaveAttribute("aria-invalid");
    await expect.element(alert).toHaveTextContent("Email not confirmed");
  });

  test("sign_in keeps the focus after a failure", async () => {
    const response = deferred<typeof invalidResponse>();
    const { alert, button, enter } = await show({}, { signInWithPassword: () => response.promise });
    await enter(credentials);
    await userEvent.keyboard("{Tab}{Tab}{Tab}{Enter}");
    await expect.element(button("Signing in…")).toBeDisabled();
    // The browser removes the focus from a disabled button in the next frame.
    await expect.poll(() => document.activeElement).toBe(document.body);
    response.resolve(invalidResponse);
    await expect.element(alert).toHaveTextContent("Invalid login credentials");
    await expect.element(button("Sign in")).toHaveFocus();
  });

  test.each([
    ["rejects", () => Promise.reject(new Error("Blocked by a hook"))],
    [
      "throws",
      () => {
        throw new Error("Blocked by a hook");
      },
    ],
  ])(
    "sign_in shows a message and enables the button when the client %s",
    async (_, signInWithPassword) => {
      const { alert, button, enter } = await show({}, { signInWithPassword });
      await enter(credentials);
      await button("Sign in").click();
      await expect.element(alert).toHaveTextContent("Blocked by a hook");
      await expect.element(button("Sign in")).toBeEnabled();
    },
  );

  test("without a network, sign_in shows that the server cannot be reached", async () => {
    const { alert, button, enter } = await show(
      {},
      { signInWithPassword: () => Promise.reject(new TypeError("Failed to fetch")) },
    );
    await enter(credentials);
    await button("Sign in").click();
    await expect
      .element(alert)
      .toHaveTextContent("We couldn't reach the server. Check your connection and try again.");
  });

  test("sign_in links to forgotten_password and sign_up, and to magic_link if it is enabled", async () => {
    const { rerender, getByRole } = await show();
    const links = () =>
      getByRole("link")
        .elements()
        .map((link) => [link.textContent, link.getAttribute("href")]);
    expect(links()).toEqual([
      ["Forgot your password?", "#auth-forgot-password"],
      ["Don't have an account? Sign up", "#auth-sign-up"],
    ]);
    await rerender({ magicLink: true });
    expect(links()).toEqual([
      ["Forgot your password?", "#auth-forgot-password"],
      ["Email me a magic link", "#auth-magic-link"],
      ["Don't have an account? Sign up", "#auth-sign-up"],
    ]);
    await rerender({ magicLink: true, showLinks: false });
    expect(links()).toEqual([]);
  });

  test("sign_in has the link to sign_up at its end, or all links where the archived kit had them", async () => {
    const { rerender, container } = await show({ magicLink: true });
    const linkPositions = () =>
      [...container.querySelectorAll("a")].map((link) => [
        link.getAttribute("href"),
        link.closest("form") !== null,
      ]);
    expect(linkPositions()).toEqual([
      ["#auth-forgot-password", true],
      ["#auth-magic-link", true],
      ["#auth-sign-up", false],
    ]);
    await rerender({ appearance: { theme: ThemeSupa } });
    expect(linkPositions().every(([, isInForm]) => isInForm)).toBe(true);
  });

  test("sign_in shows no message after success", async () => {
    const { alert, button, enter, status } = await show(
      {},
      {
        signInWithPassword: async () => ({
          data: { user: someUser, session: someSession },
          error: null,
        }),
      },
    );
    await enter(credentials);
    await button("Sign in").click();
    await expect.element(button("Sign in")).toBeEnabled();
    await expect.element(status).toHaveTextContent("");
    await expect.element(alert).toHaveTextContent("");
  });
});

describe("a password", () => {
  test("a password is revealed and masked by a button with a name and a state", async () => {
    const { button, label } = await show();
    await label("Your password").fill("secret");
    await userEvent.keyboard("{Tab}");
    await expect.element(button("Show password")).toHaveFocus();
    await expect.element(button("Show password")).toHaveAttribute("aria-pressed", "false");
    await userEvent.keyboard(" ");
    await expect.element(button("Show password")).toHaveAttribute("aria-pressed", "true");
    await expect.element(label("Your password")).toHaveAttribute("type", "text");
    await expect.element(label("Your password")).toHaveValue("secret");
    await userEvent.keyboard(" ");
    await expect.element(label("Your password")).toHaveAttribute("type", "password");
  });

  test("a revealed password is masked while it is sent", async () => {
    const response = deferred<typeof invalidResponse>();
    const { button, label } = await show({}, { signInWithPassword: () => response.promise });
    await label("Email address").fill("ada@example.com");
    await label("Your password").fill("secret");
    await button("Show password").click();
    await button("Sign in").click();
    await expect.element(label("Your password")).toHaveAttribute("type", "password");
    response.resolve(invalidResponse);
    await expect.element(label("Your password")).toHaveAttribute("type", "text");
  });

  test("a password field shows a hint while Caps Lock is on", async () => {
    const { getByText, label } = await show();
    const field = label("Your password").element();
    const keyEvent = (capsLock: boolean) =>
      field.dispatchEvent(
        new KeyboardEvent("keydown", { key: "A", bubbles: true, modifierCapsLock: capsLock }),
      );
    await expect.element(getByText("Caps Lock is on")).not.toBeInTheDocument();
    keyEvent(true);
    await expect.element(getByText("Caps Lock is on")).toBeVisible();
    keyEvent(false);
    await expect.element(getByText("Caps Lock is on")).not.toBeInTheDocument();
  });
});
