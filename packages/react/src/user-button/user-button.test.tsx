import { beforeEach, describe, expect, test, vi } from "vitest";
import { page as tab, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { someSession, testClient } from "../../test/client.ts";
import { expectAccessible } from "../../test/every-look.tsx";
import {
  accessTokenOf,
  isSessionAlive,
  realClient,
  signUpAccount,
} from "../../test/real-client.ts";
import { UserContextProvider } from "../index.ts";
import {
  createAccountStore,
  UserButton,
  type UserButtonLocale,
  type UserButtonProps,
} from "./index.ts";
import "../theme/styles.css";
import "./user-button.css";

const locales = import.meta.glob<UserButtonLocale>("./locales/*.ts", {
  eager: true,
  import: "default",
});

beforeEach(() => localStorage.clear());

const ada = {
  ...someSession,
  user: { ...someSession.user, user_metadata: { full_name: "Ada Lovelace" } },
};

type Props = Omit<UserButtonProps, "supabaseClient">;

/** Renders a user button between two other elements. */
async function open(
  props: Props = {},
  client: UserButtonProps["supabaseClient"] | undefined = undefined,
) {
  const signOut = vi.fn(async () => ({ error: null }));
  const fake = testClient({
    getSession: async () => ({ data: { session: ada }, error: null }),
  });
  const supabaseClient: UserButtonProps["supabaseClient"] =
    client ?? Object.assign(Object.create(null), { auth: { ...fake.client.auth, signOut } });
  const app = (look: Props) => (
    <UserContextProvider
      supabaseClient={supabaseClient as never}
      {...(client ? {} : { initialSession: ada })}
    >
      <button type="button">Before</button>
      <UserButton
        supabaseClient={supabaseClient}
        {...props}
        {...look}
        localization={{ ...props.localization, ...look.localization }}
      />
      <button type="button">After</button>
    </UserContextProvider>
  );
  const page = await render(app({}));
  return {
    ...page,
    fake,
    signOut,
    trigger: page.getByRole("button", { name: /Ada|kit-|Grace/ }),
    item: (name: string) => page.getByRole("menuitem", { name, exact: true }),
    menu: page.getByRole("menu"),
    look: (look: Props) => page.rerender(app(look)),
  };
}

const colorScheme = { value: "dark", onChange: () => {} } as const;

describe("the menu by keyboard", () => {
  test("arrow keys, Home, End and letters move between the items, and Escape returns to the button", async () => {
    const page = await open({
      accountHref: "#account",
      items: [{ label: "Billing", href: "#billing" }],
      colorScheme,
    });
    await expect.element(page.trigger).toHaveAttribute("aria-expanded", "false");
    await expect.element(page.trigger).toHaveAccessibleName("Account menu: Ada Lovelace");
    await page.getByRole("button", { name: "Before" }).click();
    await userEvent.keyboard("{Tab}{ArrowDown}");
    await expect.element(page.menu).toHaveAccessibleName("Account menu: Ada Lovelace");
    await expect.element(page.item("Manage account")).toHaveFocus();
    await userEvent.keyboard("{ArrowDown}");
    await expect.element(page.item("Billing")).toHaveFocus();
    await userEvent.keyboard("{End}");
    await expect.element(page.item("Sign out")).toHaveFocus();
    await userEvent.keyboard("{ArrowDown}");
    await expect.element(page.item("Manage account")).toHaveFocus();
    await userEvent.keyboard("{ArrowUp}{ArrowUp}");
    await expect.element(page.getByRole("menuitemradio", { name: "Dark" })).toHaveFocus();
    await expect
      .element(page.getByRole("menuitemradio", { name: "Dark" }))
      .toHaveAttribute("aria-checked", "true");
    await userEvent.keyboard("{Home}s");
    await expect.element(page.getByRole("menuitemradio", { name: "System" })).toHaveFocus();
    await userEvent.keyboard("s");
    await expect.element(page.item("Sign out")).toHaveFocus();
    await userEvent.keyboard("{Escape}");
    await expect.element(page.menu).not.toBeInTheDocument();
    await expect.element(page.trigger).toHaveFocus();
    await userEvent.keyboard("{ArrowUp}");
    await expect.element(page.item("Sign out")).toHaveFocus();
  });

  test("Tab closes the menu and goes on after the button", async () => {
    const page = await open({ accountHref: "#account" });
    await page.trigger.click();
    await expect.element(page.item("Manage account")).toHaveFocus();
    await userEvent.keyboard("{Tab}");
    await expect.element(page.menu).not.toBeInTheDocument();
    await expect.element(page.getByRole("button", { name: "After" })).toHaveFocus();
  });

  test("a press outside closes the menu, and one beside an item does not", async () => {
    const page = await open();
    await page.trigger.click();
    await page.container.querySelector<HTMLElement>(".portico-user-head")?.click();
    await expect.element(page.menu).toBeVisible();
    await page.getByRole("button", { name: "Before" }).click();
    await expect.element(page.menu).not.toBeInTheDocument();
  });

  test("Space follows a link, with the router of the application if it passes one", async () => {
    const navigate = vi.fn();
    const page = await open({ accountHref: "/account", navigate });
    await page.trigger.click();
    await expect.element(page.item("Manage account")).toHaveAttribute("href", "/account");
    await userEvent.keyboard(" ");
    expect(navigate.mock.calls).toEqual([["/account"]]);
    await expect.element(page.menu).not.toBeInTheDocument();
    await expect.element(page.trigger).toHaveFocus();
  });

  test("a color scheme is chosen without closing the menu", async () => {
    const onChange = vi.fn();
    const page = await open({ colorScheme: { value: "system", onChange } });
    await page.trigger.click();
    await page.getByRole("menuitemradio", { name: "Light" }).click();
    expect(onChange.mock.calls).toEqual([["light"]]);
    await expect.element(page.menu).toBeVisible();
  });
});

test("a user without a name is shown by the address, and a picture that does not load by initials", async () => {
  const page = await open({ picture: "data:image/png;base64,broken" });
  await expect
    .poll(() => page.container.querySelector<HTMLElement>(".portico-avatar")?.dataset["initials"])
    .toBe("AL");
  await page.unmount();
  const otherPage = await open({ picture: "" });
  otherPage.fake.emit("USER_UPDATED", someSession);
  await expect
    .element(otherPage.getByRole("button", { name: "Account menu: ada@example.com" }))
    .toBeVisible();
  otherPage.fake.emit("SIGNED_OUT", null);
  await expect
    .element(otherPage.getByRole("button", { name: /Account menu/ }))
    .not.toBeInTheDocument();
});

test("signing out ends this session alone, and tells the application whose it was", async () => {
  const onSignedOut = vi.fn();
  const page = await open({ onSignedOut });
  await page.trigger.click();
  await page.item("Sign out").click();
  expect(page.signOut.mock.calls).toEqual([[{ scope: "local" }]]);
  await expect.poll(() => onSignedOut.mock.calls[0]?.[0]?.id).toBe(ada.user.id);
});

test("the menu stays inside the window, from left to right and from right to left", async () => {
  await tab.viewport(320, 640);
  const page = await open();
  for (const lang of ["en", "ar"]) {
    await page.look({ localization: { lang } });
    await page.trigger.click();
    const panel = page.container.querySelector(".portico-user-panel") ?? document.body;
    const { left, right } = panel.getBoundingClientRect();
    expect(left).toBeGreaterThanOrEqual(0);
    expect(right).toBeLessThanOrEqual(320);
    await userEvent.keyboard("{Escape}");
  }
  await tab.viewport(414, 896);
});

test("axe finds no violation in the open menu, in every language and theme", async () => {
  const accounts = createAccountStore();
  accounts.follow(keptClient("Grace Hopper"));
  const page = await open({
    accounts,
    accountHref: "#account",
    colorScheme,
    onAddAccount: () => {},
    showName: true,
  });
  await page.trigger.click();
  await expect.element(page.getByText("Grace Hopper")).toBeVisible();
  const part = page.container.querySelector(".portico") ?? page.container;
  await expectAccessible(part, Object.values(locales), (look) => page.look(look));
}, 90_000);

/** Returns a client whose session the store has already stored. */
function keptClient(name: string) {
  const user = { ...someSession.user, id: crypto.randomUUID(), user_metadata: { full_name: name } };
  const auth: UserButtonProps["supabaseClient"]["auth"] = Object.assign(Object.create(null), {
    onAuthStateChange(listener: (event: string, session: unknown) => void) {
      listener("SIGNED_IN", { ...someSession, user });
      return { data: { subscription: { unsubscribe() {} } } };
    },
  });
  return { auth };
}

describe("several accounts", () => {
  test("a user switches between accounts, and signs out of one and of all", async () => {
    const client = realClient();
    const accounts = createAccountStore();
    const stop = accounts.follow(client);
    const first = await signUpAccount(client, "Ada");
    const adaId = (await client.auth.getUser()).data.user?.id;
    await signUpAccount(client, "Grace");
    expect(accounts.accounts().map(({ name }) => name)).toEqual(["Ada", "Grace"]);

    const onSignedOut = vi.fn();
    const page = await open({ accounts, onSignedOut }, client);
    await expect.element(page.trigger).toHaveAccessibleName("Account menu: Grace");
    await page.trigger.click();
    await page.getByRole("menuitem", { name: `Ada ${first}` }).click();
    await expect.element(page.trigger).toHaveAccessibleName("Account menu: Ada");
    await expect.element(page.menu).not.toBeInTheDocument();
    expect((await client.auth.getUser()).data.user?.id).toBe(adaId);

    // Signing out switches to the other account, and ends the session on the server.
    const adaToken = await accessTokenOf(client);
    await page.trigger.click();
    await page.item("Sign out").click();
    await expect.element(page.trigger).toHaveAccessibleName("Account menu: Grace");
    await expect.poll(() => onSignedOut.mock.calls[0]?.[0]?.id).toBe(adaId);
    expect(await isSessionAlive(adaToken)).toBe(false);
    expect(accounts.accounts().map(({ name }) => name)).toEqual(["Grace"]);

    await client.auth.signOut({ scope: "local" });
    expect(accounts.accounts()).toEqual([]);
    expect(localStorage.getItem("portico.accounts")).toBeNull();
    stop();
  });

  test("signing out of all accounts ends every session on the server", async () => {
    const client = realClient();
    const accounts = createAccountStore();
    const stop = accounts.follow(client);
    await signUpAccount(client, "Ada");
    const adaToken = await accessTokenOf(client);
    await signUpAccount(client, "Grace");
    const graceToken = await accessTokenOf(client);
    const page = await open({ accounts }, client);
    await page.trigger.click();
    await page.item("Sign out of all accounts").click();
    await expect.element(page.trigger).not.toBeInTheDocument();
    for (const token of [adaToken, graceToken]) expect(await isSessionAlive(token)).toBe(false);
    expect(accounts.accounts()).toEqual([]);
    stop();
  });

  test("an account whose session was ended elsewhere is removed, with a message", async () => {
    const client = realClient();
    const accounts = createAccountStore();
    const stop = accounts.follow(client);
    await signUpAccount(client, "Ada");
    const adaToken = await accessTokenOf(client);
    await signUpAccount(client, "Grace");
    await client.auth.admin.signOut(adaToken, "global");
    const page = await open({ accounts }, client);
    await page.trigger.click();
    await page.getByRole("menuitem", { name: /^Ada/ }).click();
    await expect
      .element(page.getByRole("alert"))
      .toHaveTextContent("You've been signed out of that account. Add it again to use it.");
    await expect.element(page.getByRole("menuitem", { name: /^Ada/ })).not.toBeInTheDocument();
    await expect.element(page.trigger).toHaveAccessibleName("Account menu: Grace");
    expect((await client.auth.getUser()).data.user?.user_metadata["full_name"]).toBe("Grace");
    stop();
  });

  test("a stored list that is not one of accounts is ignored, and a full list drops the oldest", () => {
    for (const text of ["{", "null", "[1]", '[{"id":"1"}]']) {
      localStorage.setItem("portico.accounts", text);
      expect(createAccountStore().accounts()).toEqual([]);
    }
    const accounts = createAccountStore({ limit: 2 });
    for (const name of ["Ada", "Grace", "Joan"]) accounts.follow(keptClient(name));
    expect(accounts.accounts().map(({ name }) => name)).toEqual(["Grace", "Joan"]);
  });
});
