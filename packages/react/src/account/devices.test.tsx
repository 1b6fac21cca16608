import { expect, inject, test, vi } from "vitest";
import { render } from "vitest-browser-react";
import { expectAccessible } from "../../test/every-look.tsx";
import {
  accessTokenOf,
  isSessionAlive,
  password,
  realClient,
  signUpAccount,
} from "../../test/real-client.ts";
import { UserContextProvider } from "../index.ts";
import { deviceOf } from "./device-name.ts";
import {
  Account,
  type AccountLocale,
  type AccountProps,
  ApplicationsSection,
  SessionsSection,
  sessionFunctions,
} from "./index.ts";
import "../theme/styles.css";
import "./account.css";

const { origin, publishableKey } = inject("backend");
const locales = import.meta.glob<AccountLocale>("./locales/*.ts", {
  eager: true,
  import: "default",
});

type Client = ReturnType<typeof realClient>;
type Look = Omit<Partial<AccountProps>, "children">;

async function open(client: Client, children: AccountProps["children"]) {
  const app = (look: Look) => (
    <UserContextProvider supabaseClient={client}>
      <Account supabaseClient={client} {...look}>
        {children}
      </Account>
    </UserContextProvider>
  );
  const page = await render(app({}));
  return {
    ...page,
    button: (name: string) => page.getByRole("button", { name, exact: true }),
    look: (look: Look) => page.rerender(app(look)),
  };
}

test("the list of devices shows this one first, and signs out of each", async () => {
  const client = realClient();
  const email = await signUpAccount(client);
  const other = realClient();
  await other.auth.signInWithPassword({ email, password });
  const otherToken = await accessTokenOf(other);
  const stranger = realClient();
  await signUpAccount(stranger);

  const onSignedOut = vi.fn();
  const page = await open(
    client,
    <SessionsSection functions={sessionFunctions(client)} onSignedOut={onSignedOut} />,
  );
  const section = page.getByRole("region", { name: "Devices" });
  await expect.element(section.getByText("This device")).toBeVisible();
  const items = [...page.container.querySelectorAll("li")].map((item) => item.textContent);
  expect(items).toHaveLength(2);
  expect(items[0]).toMatch(/^Chrome on Linux.*This device/);
  expect(items[1]).toMatch(/^Chrome on LinuxLast used .*Sign out$/);

  await page.button("Sign out: Chrome on Linux").click();
  await expect
    .element(section.getByRole("status"))
    .toHaveTextContent("Chrome on Linux has been signed out.");
  expect(await isSessionAlive(otherToken)).toBe(false);
  expect((await stranger.auth.getUser()).data.user).not.toBeNull();

  await page.button("Sign out: This device").click();
  await expect.poll(() => onSignedOut.mock.calls.length).toBe(1);
  expect((await client.auth.getSession()).data.session).toBeNull();
});

test("the functions for sessions refuse visitors, ended sessions and other users' sessions", async () => {
  const client = realClient();
  const email = await signUpAccount(client);
  const other = realClient();
  await other.auth.signInWithPassword({ email, password });
  const sessions = sessionFunctions(client);
  const own = await sessions.list();
  expect(own.filter(({ is_current }) => is_current)).toHaveLength(1);

  const stranger = realClient();
  await signUpAccount(stranger);
  for (const { id } of own) await sessionFunctions(stranger).end(id);
  expect(await sessions.list()).toHaveLength(2);

  const visitor = realClient();
  for (const call of [
    visitor.rpc("list_sessions"),
    visitor.rpc("end_session", { session_id: own[0]?.id }),
  ])
    expect((await call).error).toMatchObject({ code: "42501" });
  expect((await client.rpc("managing_session")).error).not.toBeNull();

  // An access token stays valid after its session has ended, but must not be able to end other sessions.
  const token = await accessTokenOf(other);
  await sessions.end(own.find(({ is_current }) => !is_current)?.id ?? "");
  const headers = {
    apikey: publishableKey,
    Authorization: `Bearer ${token}`,
    "Content-Type": "application/json",
  };
  const list = await fetch(`${origin}/rest/v1/rpc/list_sessions`, {
    method: "POST",
    headers,
    body: "{}",
  });
  expect(await list.json()).toEqual([]);
  const body = JSON.stringify({ session_id: own.find(({ is_current }) => is_current)?.id });
  const end = await fetch(`${origin}/rest/v1/rpc/end_session`, { method: "POST", headers, body });
  expect(end.status).toBe(403);
  expect(await sessions.list()).toHaveLength(1);
});

test("a list that cannot be loaded shows the error", async () => {
  const client = realClient();
  await signUpAccount(client);
  const functions = {
    list: () => Promise.reject(new Error("permission denied for function list_sessions")),
    end: async () => {},
  };
  const page = await open(client, <SessionsSection functions={functions} />);
  await expect
    .element(page.getByRole("alert"))
    .toHaveTextContent("permission denied for function list_sessions");
});

test("an authorized application is listed, and its access is removed", async () => {
  const client = realClient();
  await signUpAccount(client);
  let grants = [
    {
      client: { id: "1", name: "Engines", uri: "", logo_uri: "" },
      scopes: ["openid"],
      granted_at: "2026-11-01T10:00:00Z",
    },
    {
      client: { id: "2", name: "", uri: "", logo_uri: "" },
      scopes: ["openid"],
      granted_at: "2026-11-02T10:00:00Z",
    },
  ];
  Object.assign(client.auth, {
    oauth: {
      listGrants: async () => ({ data: grants, error: null }),
      revokeGrant: async ({ clientId }: { clientId: string }) => {
        grants = grants.filter(({ client }) => client.id !== clientId);
        return { data: {}, error: null };
      },
    },
  });
  const page = await open(client, <ApplicationsSection />);
  const section = page.getByRole("region", { name: "Applications" });
  await expect.element(section.getByText("Allowed on Nov 1, 2026")).toBeVisible();
  await expect.element(section.getByText("Unnamed application")).toBeVisible();
  await page.button("Remove access: Engines").click();
  await expect
    .element(section.getByRole("status"))
    .toHaveTextContent("Engines can no longer sign you in.");
  await expect.element(section.getByText("Engines", { exact: true })).not.toBeInTheDocument();
  await page.button("Remove access: Unnamed application").click();
  await expect
    .element(section.getByRole("status"))
    .toHaveTextContent("Unnamed application can no longer sign you in.");
});

test("the applications are hidden if there are none, and with a client that cannot list them", async () => {
  const client = realClient();
  await signUpAccount(client);
  for (const oauth of [client.auth.oauth, undefined]) {
    Object.assign(client.auth, { oauth });
    const page = await open(
      client,
      <>
        <ApplicationsSection />
        <p>The end</p>
      </>,
    );
    await expect.element(page.getByText("The end")).toBeVisible();
    await expect.element(page.getByRole("region")).not.toBeInTheDocument();
    await page.unmount();
  }
});

test.each([
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36 Edg/156.0.0.0",
    { browser: "Edge", system: "Windows" },
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1",
    { browser: "Safari", system: "iPhone" },
  ],
  [
    "Mozilla/5.0 (Linux; Android 15; SM-S931B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36",
    { browser: "Samsung Internet", system: "Android" },
  ],
  [
    "Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0",
    { browser: "Firefox", system: "Linux" },
  ],
  ["okhttp/4.9.2", { browser: undefined, system: undefined }],
  [null, { browser: undefined, system: undefined }],
])("the user agent %s is of the device %j", (userAgent, device) => {
  expect(deviceOf(userAgent)).toEqual(device);
});

test("axe finds no violation in the devices and the applications, in every language and theme", async () => {
  const client = realClient();
  const email = await signUpAccount(client);
  await realClient().auth.signInWithPassword({ email, password });
  const page = await open(client, <SessionsSection functions={sessionFunctions(client)} />);
  await expect.element(page.getByText("This device")).toBeVisible();
  await expectAccessible(page.container, Object.values(locales), (look) => page.look(look));
}, 90_000);

test("the function for user names returns an address only with its password, and not for long", async () => {
  const client = realClient();
  const email = await signUpAccount(client);
  const name = `ada_${crypto.randomUUID().slice(0, 8)}`;
  expect((await client.rpc("set_username", { new_name: name })).error).toBeNull();
  const visitor = realClient();
  const lookUp = async (username: string, secret: string) =>
    (await visitor.rpc("email_of_username", { username, password: secret })).data;
  expect(await lookUp(name.toUpperCase(), password)).toBe(email);
  expect(await lookUp(name, "wrong")).toBeNull();
  expect(await lookUp("nobody", password)).toBeNull();
  for (let attempt = 0; attempt < 8; attempt++) await lookUp(name, "wrong");
  expect(await lookUp(name, password)).toBeNull();
  expect((await visitor.rpc("set_username", { new_name: name })).error).not.toBeNull();
});
