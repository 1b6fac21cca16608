import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { afterEach, describe, expect, test, vi } from "vitest";
import {
  Auth,
  AuthCard,
  type AuthProps,
  ThemeMinimal,
  UserContextProvider,
  VIEWS,
} from "../src/index.ts";
import { testClient } from "./client.ts";
import "../src/theme/styles.css";

const { client } = testClient();

function page(props: Partial<AuthProps>) {
  return (
    <UserContextProvider supabaseClient={client}>
      <AuthCard>
        <Auth supabaseClient={client} {...props} />
      </AuthCard>
    </UserContextProvider>
  );
}

const looks: readonly [string, Partial<AuthProps>][] = [
  ...Object.values(VIEWS).map((view): [string, Partial<AuthProps>] => [view, { view }]),
  ["the theme dark", { theme: "dark", appearance: { theme: ThemeMinimal } }],
  [
    "custom variables",
    { appearance: { variables: { default: { colors: { brand: "navy" } } } }, socialColors: true },
  ],
  ["a provider whose icon is loaded later", { providers: ["discord", "apple"] }],
];

afterEach(() => {
  vi.restoreAllMocks();
  document.body.replaceChildren();
});

describe.each(looks)("a server-rendered page with %s", (_, props) => {
  test("server-rendered HTML has no style attribute, which a strict policy would reject", () => {
    const html = renderToString(page(props));
    expect(html).not.toMatch(/<style|\sstyle=/);
    expect(html).toContain("supabase-auth-ui_ui-");
  });

  test("server-rendered HTML hydrates without a warning and without replacing a node", async () => {
    const consoleError = vi.spyOn(console, "error").mockImplementation(() => {});
    const onRecoverableError = vi.fn();
    const root = document.createElement("div");
    document.body.append(root);
    root.innerHTML = renderToString(page(props));
    const heading = root.querySelector("h2");
    const app = hydrateRoot(root, page(props), { onRecoverableError });
    await expect.poll(() => isHydrated(heading)).toBe(true);
    expect(root.querySelector("h2")).toBe(heading);
    expect(consoleError).not.toHaveBeenCalled();
    expect(onRecoverableError).not.toHaveBeenCalled();
    app.unmount();
  });
});

/** Returns whether React has hydrated a node. React marks such nodes with a property. */
function isHydrated(node: Element | null): boolean {
  return Object.keys(node ?? {}).some((key) => key.startsWith("__reactProps"));
}

test("values typed before hydration remain and are submitted, and are never in the address", async () => {
  const backend = testClient();
  const app = <Auth supabaseClient={backend.client} />;
  const root = document.createElement("div");
  document.body.append(root);
  root.innerHTML = renderToString(app);
  const form = root.querySelector("form");
  expect(form?.method).toBe("post");
  const [email, password] = root.querySelectorAll("input");
  if (!email || !password) throw new Error("There are no fields.");
  email.value = "ada@example.com";
  password.value = "correct horse";
  const hydratedRoot = hydrateRoot(root, app);
  await expect.poll(() => isHydrated(form)).toBe(true);
  form?.requestSubmit();
  await expect
    .poll(() => backend.calls)
    .toEqual([
      {
        method: "signInWithPassword",
        args: [{ email: "ada@example.com", password: "correct horse" }],
      },
    ]);
  hydratedRoot.unmount();
});
