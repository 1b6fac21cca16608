import type { Meta } from "@storybook/react-vite";
import { expect, within } from "storybook/test";
import { Auth } from "../src/index.ts";
import { testClient } from "../test/client.ts";
import { locales } from "./locales.ts";
import type { Story } from "./states.ts";

export default {
  title: "Languages",
  component: Auth,
  args: { supabaseClient: testClient().client, magicLink: true },
} satisfies Meta<typeof Auth>;

/** Renders the sign-in form in a language and its direction of writing. */
function language(name: string): Story {
  const locale = locales[name];
  if (!locale) throw new Error(`There is no language ${name}.`);
  return {
    args: { localization: locale },
    play: async ({ canvasElement }) => {
      const heading = within(canvasElement).getByRole("heading");
      await expect(heading).toHaveTextContent(locale.variables.sign_in.heading);
      await expect(getComputedStyle(heading).direction).toBe(locale.dir);
    },
  };
}

export const Arabic: Story = language("ar");
export const Catalan: Story = language("ca");
export const ChineseSimplified: Story = language("zh-Hans");
export const ChineseTraditional: Story = language("zh-Hant");
export const Czech: Story = language("cs");
export const Danish: Story = language("da");
export const Dutch: Story = language("nl");
export const French: Story = language("fr");
export const German: Story = language("de");
export const GermanFormal: Story = language("de-formal");
export const Greek: Story = language("el");
export const Hebrew: Story = language("he");
export const Hindi: Story = language("hi");
export const Indonesian: Story = language("id");
export const Italian: Story = language("it");
export const Japanese: Story = language("ja");
export const Korean: Story = language("ko");
export const Persian: Story = language("fa");
export const Polish: Story = language("pl");
export const PortugueseOfBrazil: Story = language("pt-BR");
export const PortugueseOfPortugal: Story = language("pt-PT");
export const Romanian: Story = language("ro");
export const Russian: Story = language("ru");
export const Spanish: Story = language("es");
export const Swedish: Story = language("sv");
export const Turkish: Story = language("tr");
export const Ukrainian: Story = language("uk");
export const Vietnamese: Story = language("vi");
