import { describe, expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { later, refused, someone, someSession } from "../../test/client.ts";
import { show } from "../../test/show.tsx";
import { ThemeSupa } from "../theme/themes.ts";

const credentials = { "Email address": "ada@example.com", "Your password": "correct horse" };
const invalid = {
  data: { user: null, session: null },
  error: refused("Invalid login credentials", "invalid_credentials"),
};

describe("the sign-in view", () => {
  test("is the form auth-sign-in, named by its heading, with an e-mail and a masked password", async () => {
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

  test("signs in with what was typed, by keyboard alone", async () => {
    const { asked, label, pressEnter, alert } = await show();
    label("Email address").element().focus();
    await userEvent.keyboard("ada@example.com{Tab}correct horse");
    await pressEnter();
    await expect
      .poll(() => asked("signInWithPassword"))
      .toEqual([[{ email: "ada@example.com", password: "correct horse" }]]);
    await expect.element(alert).toHaveTextContent("");
  });

  test("asks for an address where there is none, beside its field, and asks the server nothing", async () => {
    const { alert, asked, button, label } = await show();
    await button("Sign in").click();
    await expect.element(alert).toHaveTextContent("Enter your email address");
    await expect.element(label("Email address")).toHaveFocus();
    await expect
      .element(label("Email address"))
      .toHaveAccessibleDescription("Enter your email address");
    expect(asked("signInWithPassword")).toEqual([]);
  });

  test("sends what is typed without a rule of its own: a word for an e-mail, no password", async () => {
    const { asked, button, label } = await show();
    await label("Email address").fill("ada");
    await button("Sign in").click();
    await expect
      .poll(() => asked("signInWithPassword"))
      .toEqual([[{ email: "ada", password: "" }]]);
  });

  test("is busy while it sends: the button is disabled and says so", async () => {
    const answer = later<typeof invalid>();
    const { button, container, enter } = await show(
      {},
      { signInWithPassword: () => answer.promise },
    );
    await enter(credentials);
    await button("Sign in").click();
    await expect.element(button("Signing in…")).toBeDisabled();
    expect(container.querySelector("form")?.ariaBusy).toBe("true");
    answer.resolve(invalid);
    await expect.element(button("Sign in")).toBeEnabled();
    expect(container.querySelector("form")?.ariaBusy).toBeNull();
  });

  test("sends once when it is pressed twice", async () => {
    const answer = later<typeof invalid>();
    const { asked, container, enter } = await show(
      {},
      { signInWithPassword: () => answer.promise },
    );
    await enter(credentials);
    const form = container.querySelector("form");
    form?.requestSubmit();
    form?.requestSubmit();
    await expect.poll(() => asked("signInWithPassword")).toHaveLength(1);
    answer.resolve(invalid);
  });

  test("announces the server's message as it is", async () => {
    const { alert, button, enter } = await show({}, { signInWithPassword: async () => invalid });
    await enter(credentials);
    await button("Sign in").click();
    await expect.element(alert).toHaveTextContent("Invalid login credentials");
    expect(alert.element().firstElementChild?.className).toContain("supabase-auth-ui_ui-message");
  });

  test("keeps the region for its message on the page before there is one", async () => {
    const { alert, status } = await show();
    await expect.element(alert).toBeInTheDocument();
    await expect.element(alert).toHaveTextContent("");
    await expect.element(status).toHaveTextContent("");
  });

  test("clears the message when it sends again, and when someone types", async () => {
    let answer = later<typeof invalid>();
    answer.resolve(invalid);
    const { alert, button, enter, label } = await show(
      {},
      { signInWithPassword: () => answer.promise },
    );
    await enter(credentials);
    await button("Sign in").click();
    await expect.element(alert).toHaveTextContent("Invalid login credentials");
    answer = later();
    await button("Sign in").click();
    await expect.element(alert).toHaveTextContent("");
    answer.resolve(invalid);
    await expect.element(alert).toHaveTextContent("Invalid login credentials");
    await label("Your password").fill("other");
    await expect.element(alert).toHaveTextContent("");
  });

  test("ties the message to the field that it is about, and moves there", async () => {
    const { alert, button, enter, label } = await show(
      {},
      {
        signInWithPassword: async () => ({
          data: { user: null, session: null },
          error: refused("Email not confirmed", "email_not_confirmed"),
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

  test("leaves a keyboard where it was after a failure", async () => {
    const answer = later<typeof invalid>();
    const { alert, button, enter } = await show({}, { signInWithPassword: () => answer.promise });
    await enter(credentials);
    await userEvent.keyboard("{Tab}{Tab}{Tab}{Enter}");
    await expect.element(button("Signing in…")).toBeDisabled();
    // A button that is disabled loses the focus when the browser next draws.
    await expect.poll(() => document.activeElement).toBe(document.body);
    answer.resolve(invalid);
    await expect.element(alert).toHaveTextContent("Invalid login credentials");
    await expect.element(button("Sign in")).toHaveFocus();
  });

  test.each([
    ["rejects", () => Promise.reject(new Error("The hook said no"))],
    [
      "throws",
      () => {
        throw new Error("The hook said no");
      },
    ],
  ])("shows a message and frees the button when the client %s", async (_, signInWithPassword) => {
    const { alert, button, enter } = await show({}, { signInWithPassword });
    await enter(credentials);
    await button("Sign in").click();
    await expect.element(alert).toHaveTextContent("The hook said no");
    await expect.element(button("Sign in")).toBeEnabled();
  });

  test("says that the server is out of reach when there is no network", async () => {
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

  test("has links to forgotten password and sign-up, and to the magic link when it is on", async () => {
    const { again, getByRole } = await show();
    const links = () =>
      getByRole("link")
        .elements()
        .map((link) => [link.textContent, link.getAttribute("href")]);
    expect(links()).toEqual([
      ["Forgot your password?", "#auth-forgot-password"],
      ["Don't have an account? Sign up", "#auth-sign-up"],
    ]);
    await again({ magicLink: true });
    expect(links()).toEqual([
      ["Forgot your password?", "#auth-forgot-password"],
      ["Email me a magic link", "#auth-magic-link"],
      ["Don't have an account? Sign up", "#auth-sign-up"],
    ]);
    await again({ magicLink: true, showLinks: false });
    expect(links()).toEqual([]);
  });

  test("puts the way to the other form at its foot, and every link into the archived kit's place", async () => {
    const { again, container } = await show({ magicLink: true });
    const inForm = () =>
      [...container.querySelectorAll("a")].map((link) => [
        link.getAttribute("href"),
        link.closest("form") !== null,
      ]);
    expect(inForm()).toEqual([
      ["#auth-forgot-password", true],
      ["#auth-magic-link", true],
      ["#auth-sign-up", false],
    ]);
    await again({ appearance: { theme: ThemeSupa } });
    expect(inForm().every(([, is]) => is)).toBe(true);
  });

  test("says nothing when it succeeds: the session speaks for itself", async () => {
    const { alert, button, enter, status } = await show(
      {},
      {
        signInWithPassword: async () => ({
          data: { user: someone, session: someSession },
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
  test("is shown and hidden by a button with a name and a state", async () => {
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

  test("is masked while it is sent", async () => {
    const answer = later<typeof invalid>();
    const { button, label } = await show({}, { signInWithPassword: () => answer.promise });
    await label("Email address").fill("ada@example.com");
    await label("Your password").fill("secret");
    await button("Show password").click();
    await button("Sign in").click();
    await expect.element(label("Your password")).toHaveAttribute("type", "password");
    answer.resolve(invalid);
    await expect.element(label("Your password")).toHaveAttribute("type", "text");
  });

  test("comes with a hint while Caps Lock is on", async () => {
    const { getByText, label } = await show();
    const field = label("Your password").element();
    const press = (capsLock: boolean) =>
      field.dispatchEvent(
        new KeyboardEvent("keydown", { key: "A", bubbles: true, modifierCapsLock: capsLock }),
      );
    await expect.element(getByText("Caps Lock is on")).not.toBeInTheDocument();
    press(true);
    await expect.element(getByText("Caps Lock is on")).toBeVisible();
    press(false);
    await expect.element(getByText("Caps Lock is on")).not.toBeInTheDocument();
  });
});
