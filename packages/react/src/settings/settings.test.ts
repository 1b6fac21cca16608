import { expect, test } from "vitest";
import { enabledProviders } from "./settings.ts";

test("the enabled providers are the default providers, then the others by name", () => {
  const external = { azure: true, discord: true, apple: true, email: true, google: true };
  expect(enabledProviders({ external: { ...external, github: true, figma: false } })).toEqual([
    "github",
    "google",
    "azure",
    "apple",
    "discord",
  ]);
});
