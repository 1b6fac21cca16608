import { expect, test } from "vitest";
import { enabledProviders } from "./settings.ts";

test("the providers of the form come first, in its order, and the others by their names", () => {
  const external = { azure: true, discord: true, apple: true, email: true, google: true };
  expect(enabledProviders({ external: { ...external, github: true, figma: false } })).toEqual([
    ...["github", "google", "azure"],
    ...["apple", "discord"],
  ]);
});
