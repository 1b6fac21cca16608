import type { Meta } from "@storybook/react-vite";
import { Auth, ThemeMinimal, ThemeSupa } from "../src/index.ts";
import { testClient } from "../test/client.ts";
import type { Story } from "./states.ts";

export default {
  title: "Appearance",
  component: Auth,
  args: { supabaseClient: testClient().client, magicLink: true },
} satisfies Meta<typeof Auth>;

export const Supa: Story = { args: { appearance: { theme: ThemeSupa } } };
export const SupaDark: Story = { args: { appearance: { theme: ThemeSupa }, theme: "dark" } };
export const Minimal: Story = { args: { appearance: { theme: ThemeMinimal } } };
export const MinimalDark: Story = { args: { appearance: { theme: ThemeMinimal }, theme: "dark" } };

export const OwnVariables: Story = {
  args: {
    appearance: {
      theme: ThemeSupa,
      variables: {
        default: {
          colors: { brand: "#6d28d9", brandAccent: "color-mix(in srgb, #6d28d9, black 25%)" },
          radii: { buttonBorderRadius: "999px", inputBorderRadius: "14px" },
          space: { inputPadding: "14px 16px", buttonPadding: "14px 16px" },
        },
      },
    },
  },
};

export const WithoutLinks: Story = { args: { showLinks: false, providers: [] } };
