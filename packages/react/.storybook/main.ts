import { fileURLToPath } from "node:url";
import type { StorybookConfig } from "@storybook/react-vite";

/** The forms in every state. It asks nothing of the network, and tells nobody that it runs. */
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
