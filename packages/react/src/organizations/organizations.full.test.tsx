import { beforeEach, expect, test } from "vitest";
import { type Locator, page as tab, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { expectAccessible, localesOf, type PartLook } from "../../test/every-look.tsx";
import { accessTokenOf, realClient, signUpAccount } from "../../test/real-client.ts";
import { Account } from "../account/index.ts";
import { UserContextProvider } from "../index.ts";
import {
  InvitationsSection,
  type MembersOptions,
  MembersSection,
  type OrganizationLocale,
  OrganizationSwitcher,
} from "./index.ts";
import "../theme/styles.css";
import "../account/account.css";
import "../user-button/user-button.css";
import "./organizations.css";

/* Tests the components with the real backend and the migration of docs/organizations.md. */

const locales = localesOf(
  import.meta.glob<OrganizationLocale>("./locales/*.ts", { eager: true, import: "default" }),
);

type Client = ReturnType<typeof realClient>;

beforeEach(() => localStorage.clear());

function app(
  client: Client,
  {
    localization,
    sendInvitation,
    ...look
  }: PartLook & Pick<MembersOptions, "localization" | "sendInvitation"> = {},
) {
  const options = { supabaseClient: client, localization };
  return (
    <UserContextProvider supabaseClient={client}>
      <OrganizationSwitcher {...options} {...look} hasPersonal />
      <Account supabaseClient={client} localization={localization} {...look}>
        <InvitationsSection {...options} />
        <MembersSection {...options} sendInvitation={sendInvitation} />
      </Account>
    </UserContextProvider>
  );
}

async function person(name: string) {
  const client = realClient();
  return { client, email: await signUpAccount(client, name) };
}

async function call(client: Client, name: string, parameters: object): Promise<string> {
  const { data, error } = await client.rpc(name, parameters);
  if (error) throw error;
  return String(data);
}

async function organizationOf(client: Client, name: string) {
  const id = await call(client, "create_organization", { organization_name: name });
  await client.auth.refreshSession();
  return id;
}

const invite = (client: Client, organization: string, invitee: string, invitee_role: string) =>
  call(client, "invite_organization_member", { organization, invitee, invitee_role });

/** Returns a claim from the client's access token. */
async function claim(client: Client, name: string): Promise<unknown> {
  const [, payload = ""] = (await accessTokenOf(client)).split(".");
  return JSON.parse(atob(payload.replaceAll("-", "+").replaceAll("_", "/")))[name];
}

test("an organization is created and switched by keyboard, and the access token names it", async () => {
  const { client } = await person("Ada Lovelace");
  const page = await render(app(client));
  const button = (name: string) =>
    page.getByRole("button", { name: `Organization: ${name}`, exact: true });

  await expect.element(button("Personal account")).toBeVisible();
  button("Personal account").element().focus();
  await userEvent.keyboard("{Enter}{End}{Enter}");
  const dialog = page.getByRole("dialog", { name: "Create organization" });
  await expect.element(dialog.getByLabelText("Organization name")).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  await expect
    .element(dialog.getByRole("alert"))
    .toHaveTextContent("Enter a name of at most 80 characters.");
  await expect.element(dialog.getByLabelText("Organization name")).toHaveFocus();
  await userEvent.keyboard("Analytical Engines{Enter}");
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(button("Analytical Engines")).toHaveFocus();
  expect(await claim(client, "org_role")).toBe("owner");

  await userEvent.keyboard("{Enter}");
  const item = page.getByRole("menuitemradio", { name: "Personal account" });
  await expect.element(item).toHaveFocus();
  await expect
    .element(page.getByRole("menuitemradio", { name: "Analytical Engines" }))
    .toBeChecked();
  await userEvent.keyboard("{Enter}");
  await expect.element(item).toBeChecked();
  expect(await claim(client, "org_id")).toBeUndefined();
  await userEvent.keyboard("{Escape}");
  await expect.element(button("Personal account")).toHaveFocus();
});

test("a person is invited, accepts, gets another role, and leaves", async () => {
  const owner = await person("Ada Lovelace");
  const grace = await person("Grace Hopper");
  await organizationOf(owner.client, "Analytical Engines");
  const sent: string[] = [];
  const ada = await render(
    app(owner.client, {
      sendInvitation: async (email) => {
        sent.push(email);
      },
    }),
  );
  await ada.getByLabelText("Email address").fill("grace");
  await ada.getByRole("button", { name: "Invite" }).click();
  await expect.element(ada.getByRole("alert")).toHaveTextContent("Enter a valid email address.");
  // The message is next to the form, above the button that deletes the organization.
  const top = (element: Locator) => element.element().getBoundingClientRect().top;
  expect(top(ada.getByRole("alert"))).toBeLessThan(
    top(ada.getByRole("button", { name: "Delete organization" })),
  );
  await expect.element(ada.getByLabelText("Email address")).toHaveFocus();
  await ada.getByLabelText("Email address").fill(grace.email);
  await ada.getByLabelText("Role", { exact: true }).selectOptions("Admin");
  await ada.getByRole("button", { name: "Invite" }).click();
  await expect.element(ada.getByRole("button", { name: `Revoke: ${grace.email}` })).toBeVisible();
  expect(sent).toEqual([grace.email]);
  await expect.element(ada.getByLabelText("Email address")).toHaveValue("");
  await ada.unmount();

  const hers = await render(app(grace.client));
  await hers.getByRole("button", { name: "Accept: Analytical Engines" }).click();
  await expect
    .element(hers.getByRole("button", { name: "Organization: Analytical Engines" }))
    .toBeVisible();
  expect(await claim(grace.client, "org_role")).toBe("admin");
  // An admin cannot change the role of an owner.
  await expect.element(hers.getByLabelText("Role of Grace Hopper")).toHaveValue("admin");
  expect(hers.getByLabelText("Role of Ada Lovelace").elements()).toEqual([]);
  await hers.getByLabelText("Role of Grace Hopper").selectOptions("Member");
  await expect.element(hers.getByLabelText("Email address")).not.toBeInTheDocument();
  expect(await claim(grace.client, "org_role")).toBe("member");

  await hers.getByRole("button", { name: "Leave: Analytical Engines" }).click();
  await hers.getByRole("button", { name: "Leave", exact: true }).click();
  await expect
    .element(hers.getByRole("button", { name: "Organization: Personal account" }))
    .toBeVisible();
  await expect.element(hers.getByText("Members")).not.toBeInTheDocument();
});

test("the last owner cannot leave, and deletes the organization", async () => {
  const { client } = await person("Ada Lovelace");
  await organizationOf(client, "Analytical Engines");
  const page = await render(app(client));
  await page.getByRole("button", { name: "Leave: Analytical Engines" }).click();
  await page.getByRole("button", { name: "Leave", exact: true }).click();
  await expect
    .element(page.getByRole("alert"))
    .toHaveTextContent("An organization needs an owner. Make another member the owner first.");
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Delete organization" }).click();
  await page.getByRole("button", { name: "Delete organization" }).click();
  await expect
    .element(page.getByRole("button", { name: "Organization: Personal account" }))
    .toBeVisible();
});

test("an invitation is declined, and one is revoked", async () => {
  const owner = await person("Ada Lovelace");
  const grace = await person("Grace Hopper");
  const organization = await organizationOf(owner.client, "Analytical Engines");
  await invite(owner.client, organization, grace.email, "member");
  const hers = await render(app(grace.client));
  await expect.element(hers.getByText(`Member · Invited by ${owner.email}`)).toBeVisible();
  await hers.getByRole("button", { name: "Decline: Analytical Engines" }).click();
  await expect
    .element(hers.getByRole("status"))
    .toHaveTextContent("You declined the invitation to Analytical Engines.");
  await hers.unmount();

  await invite(owner.client, organization, grace.email, "member");
  const ada = await render(app(owner.client));
  await ada.getByRole("button", { name: `Revoke: ${grace.email}` }).click();
  await expect
    .element(ada.getByText(`The invitation of ${grace.email} was revoked.`))
    .toBeVisible();
});

test("a long name in Latin script ends in an ellipsis on a page from right to left", async () => {
  const { client } = await person("Ada Lovelace");
  await organizationOf(client, "Compilers and Sons International Holding");
  const localization = locales.find(({ lang }) => lang === "ar");
  const page = await render(
    <div dir="rtl">
      <UserContextProvider supabaseClient={client}>
        <OrganizationSwitcher supabaseClient={client} localization={localization} />
      </UserContextProvider>
    </div>,
  );
  const button = page.getByRole("button");
  await expect.element(button).toHaveTextContent("Compilers and Sons International Holding");
  // The direction determines at which end the ellipsis is.
  expect(getComputedStyle(button.element().children[0] as HTMLElement).direction).toBe("ltr");
  await button.click();
  const name = page.getByRole("menuitemradio").element().querySelector("bdi") as HTMLElement;
  expect(getComputedStyle(name).textAlign).toBe("right");
});

test("axe finds no violation in organizations, in every language and theme", async () => {
  const owner = await person("Ada Lovelace");
  const organization = await organizationOf(owner.client, "Analytical Engines");
  const babbage = await person("Charles Babbage");
  const other = await organizationOf(babbage.client, "Difference Engines");
  await invite(babbage.client, other, owner.email, "admin");
  await invite(owner.client, organization, "grace@example.com", "member");
  await tab.viewport(390, 900);
  const page = await render(app(owner.client));
  await expect.element(page.getByText("grace@example.com")).toBeVisible();
  await expect.element(page.getByText("Difference Engines")).toBeVisible();
  const check = () =>
    expectAccessible(page.container, locales, (look) => page.rerender(app(owner.client, look)));
  await check();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);

  page.getByRole("button").first().element().focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByRole("menu")).toBeVisible();
  await check();
  await userEvent.keyboard("{End}{Enter}");
  await expect.element(page.getByRole("dialog")).toBeVisible();
  await check();
});
