import type { Locale } from "../src/index.ts";

const modules = import.meta.glob<Locale>("../src/i18n/locales/*.ts", {
  import: "default",
  eager: true,
});

/** Every language that the package ships, by the name of its module. */
export const locales: Readonly<Record<string, Locale>> = Object.fromEntries(
  Object.entries(modules).map(([path, locale]) => [path.replace(/^.*\/|\.ts$/g, ""), locale]),
);
