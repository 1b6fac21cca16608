import { describe, expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { apiError, deferred } from "../../test/client.ts";
import { show } from "../../test/show.tsx";

const sentResponse = { data: { user: null, session: null }, error: null };
const rateLimitedResponse = {
  data: { user: null, session: null },
  error: apiError(
    "For security purposes, you can only request this after 60 seconds.",
    "over_email_send_rate_limit",
    429,
  ),
};

describe("the magic-link view", () => {
  test("magic_link has the id auth-magic-link and focuses its e-mail field", async () => {
    const { container, heading, label } = await show({ view: "magic_link" });
    expect(container.querySelector("form")?.id).toBe("auth-magic-link");
    await expect.element(heading("Sign in by email")).toBeVisible();
    await expect.element(label("Email address")).toHaveFocus();
    await expect.element(label("Email address")).toHaveAttribute("type", "email");
  });

  test("magic_link sends the e-mail and the redirect address, and confirms", async () => {
    const { alert, callsOf, pressEnter, status } = await show({
      view: "magic_link",
      redirectTo: "https://app.example.com/welcome",
    });
    await userEvent.keyboard("ada@example.com");
    await pressEnter();
    await expect.element(status).toHaveTextContent("Check your email for the magic link");
    await expect.element(alert).toHaveTextContent("");
    expect(callsOf("signInWithOtp")).toEqual([
      [
        {
          email: "ada@example.com",
          options: { emailRedirectTo: "https://app.example.com/welcome" },
        },
      ],
    ]);
  });

  test("magic_link without an e-mail shows its own error and does not call the server", async () => {
    const { alert, callsOf, button, label } = await show({ view: "magic_link" });
    await button("Send magic link").click();
    await expect.element(alert).toHaveTextContent("Enter your email address");
    await expect.element(label("Email address")).toHaveAttribute("aria-invalid", "true");
    await expect
      .element(label("Email address"))
      .toHaveAccessibleDescription("Enter your email address");
    await expect.element(label("Email address")).toHaveFocus();
    expect(callsOf("signInWithOtp")).toEqual([]);
  });

  test("magic_link shows its error in the application's language", async () => {
    const { alert, button } = await show({
      view: "magic_link",
      localization: {
        variables: { magic_link: { empty_email_address: "Saisissez votre adresse e-mail" } },
        lang: "fr",
      },
    });
    await button("Send magic link").click();
    await expect.element(alert).toHaveTextContent("Saisissez votre adresse e-mail");
  });

  test("magic_link does not validate the format of the e-mail", async () => {
    const { callsOf, label, pressEnter } = await show({ view: "magic_link" });
    await label("Email address").fill("not an address");
    await pressEnter();
    await expect.poll(() => callsOf("signInWithOtp")).toHaveLength(1);
  });

  test("magic_link clears the message when the user types", async () => {
    const { alert, button } = await show({ view: "magic_link" });
    await button("Send magic link").click();
    await expect.element(alert).toHaveTextContent("Enter your email address");
    await userEvent.keyboard("a");
    await expect.element(alert).toHaveTextContent("");
  });

  test("magic_link is idle, sending, then confirmed or failed, and each submission clears the message", async () => {
    let response = deferred<typeof sentResponse | typeof rateLimitedResponse>();
    const { alert, button, label, status } = await show(
      { view: "magic_link" },
      { signInWithOtp: () => response.promise },
    );
    await label("Email address").fill("ada@example.com");
    await button("Send magic link").click();
    await expect.element(button("Sending magic link…")).toBeDisabled();
    response.resolve(sentResponse);
    await expect.element(status).toHaveTextContent("Check your email for the magic link");

    response = deferred();
    await button("Send magic link").click();
    await expect.element(status).toHaveTextContent("");
    response.resolve(rateLimitedResponse);
    await expect.element(alert).toHaveTextContent(rateLimitedResponse.error.message);
    await expect.element(status).toHaveTextContent("");
    await expect.element(button("Send magic link")).toBeEnabled();
  });

  test("magic_link has a link back to sign_in if links are enabled", async () => {
    const { rerender, link } = await show({ view: "magic_link" });
    await expect.element(link("Back to sign in")).toHaveAttribute("href", "#auth-sign-in");
    await rerender({ showLinks: false });
    await expect.element(link("Back to sign in")).not.toBeInTheDocument();
  });
});
