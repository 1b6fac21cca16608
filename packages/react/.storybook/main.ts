import { fileURLToPath } from "node:url";
import type { StorybookConfig } from "@storybook/react-vite";

/** Shows the forms in every state. Storybook sends no telemetry and makes no network requests. */
const config: StorybookConfig = {
  stories: ["../stories/*.stories.tsx"],
  framework: "@storybook/react-vite",
  addons: ["@storybook/addon-a11y", "@storybook/addon-vitest"],
  core: {
    disableTelemetry: true,
    disableWhatsNewNotifications: true,
    builder: {
      name: "@storybook/builder-vite",
      options: { viteConfigPath: fileURLToPath(new URL("vite.config.ts", import.meta.url)) },
    },
  },
  features: { sidebarOnboardingChecklist: false },
  typescript: { reactDocgen: false },
};

export default config;
