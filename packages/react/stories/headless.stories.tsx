import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, userEvent, within } from "storybook/test";
import AllViewsPage from "./examples/all-views.tsx";
import PartsOfYourOwnPage from "./examples/parts-of-your-own.tsx";
import PlainHtmlPage from "./examples/plain-html.tsx";
import SomeoneElsesComponentsPage from "./examples/someone-elses-components.tsx";
import { calls } from "./examples/supabase.ts";

/* The examples from docs/headless.md. */

export default {
  title: "Headless",
  beforeEach: () => void calls.splice(0),
} satisfies Meta;

type Story = StoryObj;

export const PlainHtml: Story = {
  render: () => <PlainHtmlPage />,
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    await userEvent.type(page.getByLabelText("Email address"), "ada@example.com");
    await userEvent.type(page.getByLabelText("Your password"), "correct horse{Enter}");
    await expect(calls.at(-1)).toEqual({
      method: "signInWithPassword",
      args: [{ email: "ada@example.com", password: "correct horse" }],
    });
  },
};

export const EveryView: Story = {
  render: () => <AllViewsPage magicLink />,
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    await userEvent.type(page.getByLabelText("Email address"), "ada@example.com");
    await userEvent.click(page.getByRole("link", { name: "Forgot your password?" }));
    await expect(page.getByRole("heading", { name: "Reset your password" })).toBeVisible();
    await expect(page.getByLabelText("Email address")).toHaveValue("ada@example.com");
    await userEvent.click(page.getByRole("button", { name: "Send reset link" }));
    await expect(
      await page.findByText("Check your email for the password reset link"),
    ).toBeVisible();
  },
};

export const SomeoneElsesComponents: Story = {
  render: () => <SomeoneElsesComponentsPage />,
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    await userEvent.click(page.getByRole("button", { name: "Send magic link" }));
    await expect(await page.findByText("Enter your email address")).toBeVisible();
    const field = page.getByLabelText("Email address");
    await expect(field).toHaveAccessibleDescription("Enter your email address");
    await userEvent.type(field, "ada@example.com{Enter}");
    await expect(await page.findByText("Check your email for the magic link")).toBeVisible();
    await userEvent.click(page.getByRole("button", { name: "Sign in with Google" }));
    await expect(calls.map(({ method }) => method)).toEqual(["signInWithOtp", "signInWithOAuth"]);
  },
};

export const PartsOfYourOwn: Story = {
  render: () => <PartsOfYourOwnPage />,
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    await userEvent.type(page.getByLabelText("Email address"), "ada@example.com");
    await userEvent.type(page.getByLabelText("Create a password"), "correct horse");
    await userEvent.type(page.getByLabelText("Full name"), "Ada Lovelace");
    const button = page.getByRole("button", { name: "Sign up" });
    await expect(button).toHaveClass("rounded");
    await userEvent.click(button);
    await expect(await page.findByText("Please accept the terms.")).toBeVisible();
    await userEvent.click(page.getByRole("checkbox"));
    await userEvent.click(button);
    await expect(calls).toMatchObject([
      {
        method: "signUp",
        args: [{ options: { data: { full_name: "Ada Lovelace", terms: "2026-01" } } }],
      },
    ]);
  },
};
