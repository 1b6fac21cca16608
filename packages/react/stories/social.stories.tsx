import type { Meta } from "@storybook/react-vite";
import type { Provider } from "@supabase/auth-js";
import { expect, userEvent, within } from "storybook/test";
import { Auth } from "../src/index.ts";
import { apiError, testClient } from "../test/client.ts";
import type { Story } from "./states.ts";

export default {
  title: "Social login",
  component: Auth,
  args: { supabaseClient: testClient().client },
} satisfies Meta<typeof Auth>;

const allProviders: Provider[] = [
  ...(["apple", "azure", "bitbucket", "discord", "facebook", "figma", "fly", "github"] as const),
  ...(["gitlab", "google", "kakao", "keycloak", "linkedin_oidc", "notion", "slack_oidc"] as const),
  ...(["spotify", "twitch", "twitter", "workos", "zoom", "custom:acme"] as const),
];

export const Vertical: Story = { args: { providers: allProviders } };
export const Horizontal: Story = { args: { providers: allProviders, socialLayout: "horizontal" } };
export const BrandColors: Story = { args: { providers: allProviders, socialColors: true } };
export const HorizontalBrandColors: Story = {
  args: { providers: allProviders, socialColors: true, socialLayout: "horizontal" },
};
export const Dark: Story = { args: { providers: allProviders, theme: "dark" } };
export const DarkBrandColors: Story = {
  args: { providers: allProviders, theme: "dark", socialColors: true },
};
export const WithoutForm: Story = { args: { onlyThirdPartyProviders: true } };
export const WithoutProviders: Story = { args: { providers: [] } };

export const Busy: Story = {
  args: {
    providers: ["github", "google"],
    supabaseClient: testClient({ signInWithOAuth: () => new Promise(() => {}) }).client,
  },
  play: async ({ canvasElement }) => {
    const form = within(canvasElement);
    await userEvent.click(form.getByRole("button", { name: "Sign in with GitHub" }));
    await expect(form.getByRole("button", { name: /GitHub/ })).toHaveAttribute("aria-busy", "true");
    await expect(form.getByRole("button", { name: /Google/ })).toBeEnabled();
  },
};

export const DisabledProvider: Story = {
  args: {
    providers: ["github"],
    supabaseClient: testClient({
      signInWithOAuth: async () => ({
        data: { provider: "github", url: null },
        error: apiError("Unsupported provider: provider is not enabled", "validation_failed"),
      }),
    }).client,
  },
  play: async ({ canvasElement }) => {
    const form = within(canvasElement);
    await userEvent.click(form.getByRole("button", { name: "Sign in with GitHub" }));
    await expect(await form.findByText(/provider is not enabled/)).toBeVisible();
  },
};
