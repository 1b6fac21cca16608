import { expect, inject, test } from "vitest";
import { weigh } from "../weigh.ts";

const { home } = inject("packed");

test("a page with the gate loads little beyond the forms and nothing of the account", async () => {
  const { script, style } = await weigh(
    `export { Protected } from "@portico/react/protected"; import "@portico/react/protected.css";`,
    { root: home },
  );
  expect(script).toBeLessThan(14_000);
  expect(style).toBeLessThan(700);
});

test("a page with one section of the account loads no other section and no form", async () => {
  const { script, style } = await weigh(
    `export { Account, PasswordSection } from "@portico/react/account";
     import "@portico/react/account.css";`,
    { root: home },
  );
  expect(script).toBeLessThan(7_000);
  expect(style).toBeLessThan(1_350);
});

test("a page with one hook of the account loads no markup", async () => {
  const { script } = await weigh(
    `export { AccountProvider, usePasswordChange } from "@portico/react/account";`,
    { root: home },
  );
  expect(script).toBeLessThan(4_900);
});
