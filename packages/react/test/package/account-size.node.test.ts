import { expect, inject, test } from "vitest";
import { weigh } from "../weigh.ts";

const { home } = inject("packed");

test("a page with the gate loads little beyond the forms and nothing of the account", async () => {
  const { script, style } = await weigh(
    `export { Protected } from "@portico/react/protected"; import "@portico/react/protected.css";`,
    { root: home },
  );
  expect(script).toBeLessThan(14_000);
  expect(style).toBeLessThan(710);
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
  expect(script).toBeLessThan(5_100);
});

test("a page with the user button loads neither the forms nor the account", async () => {
  const { script, style } = await weigh(
    `export { UserButton } from "@portico/react/user-button";
     import "@portico/react/user-button.css";`,
    { root: home },
  );
  expect(script).toBeLessThan(6_300);
  expect(style).toBeLessThan(1_310);
});

test("a page with the switcher of organizations loads neither the forms nor the account", async () => {
  const { script, style } = await weigh(
    `export { OrganizationSwitcher } from "@portico/react/organizations";
     import "@portico/react/organizations.css";`,
    { root: home },
  );
  expect(script).toBeLessThan(6_900);
  expect(style).toBeLessThan(700);
});

test("the parts for organizations add at most 3 kB each to a page with the account and the user button", async () => {
  const others = `export { Account, PasswordSection } from "@portico/react/account";
    export { UserButton } from "@portico/react/user-button";`;
  const base = await weigh(others, { root: home });
  for (const name of ["OrganizationSwitcher", "MembersSection", "InvitationsSection"]) {
    const { script } = await weigh(
      `${others} export { ${name} } from "@portico/react/organizations";`,
      { root: home },
    );
    expect([name, script - base.script < 3_000]).toEqual([name, true]);
  }
});

test("a page with the consent screen loads neither the forms nor the account", async () => {
  const { script, style } = await weigh(
    `export { Consent } from "@portico/react/consent"; import "@portico/react/consent.css";`,
    { root: home },
  );
  expect(script).toBeLessThan(6_000);
  expect(style).toBeLessThan(800);
});
