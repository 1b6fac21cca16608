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

/** Returns the story of the sign-in form in a language and its writing direction. */
function languageStory(name: string): Story {
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

export const Arabic: Story = languageStory("ar");
export const Catalan: Story = languageStory("ca");
export const ChineseSimplified: Story = languageStory("zh-Hans");
export const ChineseTraditional: Story = languageStory("zh-Hant");
export const Czech: Story = languageStory("cs");
export const Danish: Story = languageStory("da");
export const Dutch: Story = languageStory("nl");
export const French: Story = languageStory("fr");
export const German: Story = languageStory("de");
export const GermanFormal: Story = languageStory("de-formal");
export const Greek: Story = languageStory("el");
export const Hebrew: Story = languageStory("he");
export const Hindi: Story = languageStory("hi");
export const Indonesian: Story = languageStory("id");
export const Italian: Story = languageStory("it");
export const Japanese: Story = languageStory("ja");
export const Korean: Story = languageStory("ko");
export const Persian: Story = languageStory("fa");
export const Polish: Story = languageStory("pl");
export const BrazilianPortuguese: Story = languageStory("pt-BR");
export const EuropeanPortuguese: Story = languageStory("pt-PT");
export const Romanian: Story = languageStory("ro");
export const Russian: Story = languageStory("ru");
export const Spanish: Story = languageStory("es");
export const Swedish: Story = languageStory("sv");
export const Turkish: Story = languageStory("tr");
export const Ukrainian: Story = languageStory("uk");
export const Vietnamese: Story = languageStory("vi");
