import { expect, test } from "vitest";
import { withCommandPrefix } from "./invocation.ts";

test.each([
  ["npm/10.9.0 node/v24.0.0 linux x64", "To start one: npx portico start"],
  ["pnpm/10.1.0 npm/? node/v24.0.0", "To start one: pnpm exec portico start"],
  ["yarn/4.1.0 npm/? node/v24.0.0", "To start one: yarn portico start"],
  ["bun/1.3.0 npm/? node/v24.0.0", "To start one: bunx portico start"],
  [undefined, "To start one: portico start"],
])("under the package manager %s, a hint reads %j", (npm_config_user_agent, expected) => {
  expect(withCommandPrefix("To start one: portico start", { npm_config_user_agent })).toBe(
    expected,
  );
});

test("only commands of this program get a prefix", () => {
  const env = { npm_config_user_agent: "npm/10.9.0" };
  for (const text of [
    "npx portico start",
    "The folder /srv/portico start",
    "portico is ready",
    "@portico/backend",
  ]) {
    expect(withCommandPrefix(text, env)).toBe(text);
  }
  expect(withCommandPrefix("(`portico db reset`), or portico dev -- next dev", env)).toBe(
    "(`npx portico db reset`), or npx portico dev -- next dev",
  );
});
