import { beforeEach, describe, expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { apiError, someSession, someUser } from "../../../test/client.ts";
import { expectAccessible } from "../../../test/every-look.tsx";
import { show } from "../../../test/show.tsx";
import { lastUsedMethod } from "../last-used-method/last-used-method.tsx";
import type { PluginLocale } from "../words.ts";
import { identifierOf } from "./identifier.ts";
import { type IdentifierFirstOptions, identifierFirst } from "./identifier-first.tsx";
import "../plugins.css";

const locales = import.meta.glob<PluginLocale>("../locales/*.ts", {
  eager: true,
  import: "default",
});

beforeEach(() => localStorage.clear());

type Responses = Parameters<typeof show>[1];

async function open(options: IdentifierFirstOptions = {}, responses: Responses = {}) {
  const plugins = [lastUsedMethod(), identifierFirst(options)];
  const form = await show({ plugins, providers: ["github"] }, responses);
  const section = form.getByRole("region", { name: "Sign in or create an account" });
  return { ...form, section, plugins, alert: section.getByRole("alert") };
}

test("an address is asked for first, and then the password signs in", async () => {
  const onSuccess = vi.fn();
  const form = await open();
  await form.rerender({ plugins: form.plugins, providers: ["github"], onSuccess });
  await expect.element(form.button("Sign in with GitHub")).toBeVisible();
  await form.label("Email address").fill("ada@example.com");
  await form.pressEnter();
  const password = form.label("Your password");
  await expect.element(password).toHaveFocus();
  await expect.element(form.getByText("ada@example.com")).toBeVisible();
  await password.fill("correct horse battery");
  await form.pressEnter();
  await expect
    .poll(() => form.callsOf("signInWithPassword"))
    .toEqual([[{ email: "ada@example.com", password: "correct horse battery", options: {} }]]);
  await expect.poll(() => onSuccess.mock.calls[0]?.[0]?.view).toBe("sign_in");
});

test("another account can be entered, with the first one still in the field", async () => {
  const form = await open();
  await form.label("Email address").fill("ada@example.com");
  await form.pressEnter();
  await form.button("Use another account").click();
  await expect.element(form.label("Email address")).toHaveValue("ada@example.com");
  await expect.element(form.label("Email address")).toHaveFocus();
});

test("an empty field is explained beside it", async () => {
  const form = await open();
  await form.button("Continue").click();
  await expect.element(form.alert).toHaveTextContent("Fill in this field to continue.");
  await expect.element(form.label("Email address")).toHaveFocus();
  await expect
    .element(form.label("Email address"))
    .toHaveAccessibleDescription("Fill in this field to continue.");
});

describe("a code", () => {
  test("a code is sent to a phone number and asked for", async () => {
    const form = await open({ phone: true });
    await form.label("Email address or phone number").fill("+44 7700 900123");
    await form.pressEnter();
    await form.button("Send me a code").click();
    await expect.element(form.label("One-time code")).toBeVisible();
    expect(form.callsOf("signInWithOtp")[0]?.[0]).toMatchObject({ phone: "+447700900123" });
    await form.label("One-time code").fill("123456");
    await form.button("Verify code").click();
    await expect
      .poll(() => form.callsOf("verifyOtp")[0]?.[0])
      .toMatchObject({
        phone: "+447700900123",
        token: "123456",
        type: "sms",
      });
  });

  test("a server that creates no accounts by code answers for unknown addresses as for known ones", async () => {
    const error = apiError("Signups not allowed for otp", "otp_disabled", 422);
    const form = await open(
      { preferredMethod: () => "code" },
      { signInWithOtp: async () => ({ data: { user: null, session: null }, error }) },
    );
    await form.label("Email address").fill("nobody@example.com");
    await form.pressEnter();
    await expect.element(form.label("One-time code")).toBeVisible();
    await expect.element(form.getByText("nobody@example.com")).toBeVisible();
  });

  test("a user who signed in by code the last time gets one at once", async () => {
    localStorage.setItem("portico.last-used", "magic_link");
    const form = await open();
    await form.label("Email address").fill("ada@example.com");
    await form.pressEnter();
    await expect.element(form.label("One-time code")).toBeVisible();
  });
});

describe("a user name", () => {
  test("a user name is resolved with its password to the address that signs in", async () => {
    const username = vi.fn(async () => "ada@example.com");
    const form = await open({ username });
    await form.label("Email address or username").fill("ada");
    await form.pressEnter();
    await expect.element(form.button("Send me a code")).not.toBeInTheDocument();
    await form.label("Your password").fill("secret");
    await form.pressEnter();
    await expect
      .poll(() => form.callsOf("signInWithPassword")[0]?.[0])
      .toMatchObject({ email: "ada@example.com", password: "secret" });
    expect(username.mock.calls).toEqual([["ada", "secret"]]);
  });

  test("a refused user name shows the message of the server", async () => {
    const username = async () => {
      throw apiError("Invalid login credentials", "invalid_credentials");
    };
    const form = await open({ username });
    await form.label("Email address or username").fill("nobody");
    await form.pressEnter();
    await form.label("Your password").fill("secret");
    await form.pressEnter();
    await expect.element(form.alert).toHaveTextContent("Invalid login credentials");
    expect(form.callsOf("signInWithPassword")).toEqual([]);
  });
});

describe("a company", () => {
  const signInWithSSO = vi.fn();
  const withSso = { signInWithSSO } as object;
  beforeEach(() => signInWithSSO.mockReset());

  test("an address of a company opens its identity provider", async () => {
    signInWithSSO.mockResolvedValue({ data: { url: "https://idp.example" }, error: null });
    const form = await open({ companies: ["acme.example"] }, withSso);
    await form.label("Email address").fill("ada@ACME.example");
    await form.pressEnter();
    await expect
      .poll(() => signInWithSSO.mock.calls)
      .toEqual([[{ domain: "acme.example", options: {} }]]);
    await expect.element(form.label("Your password")).not.toBeInTheDocument();
  });

  test("an address of a domain without an identity provider goes on with the password", async () => {
    const error = apiError("No SSO provider", "sso_provider_not_found", 404);
    signInWithSSO.mockResolvedValue({ data: null, error });
    const form = await open({ companies: true }, withSso);
    await form.label("Email address").fill("ada@example.com");
    await form.pressEnter();
    await expect.element(form.label("Your password")).toHaveFocus();
  });
});

test("the last used way is marked", async () => {
  localStorage.setItem("portico.last-used", "sign_in");
  const form = await open();
  await expect.element(form.button("Continue")).toBeVisible();
  await form.label("Email address").fill("ada@example.com");
  await form.pressEnter();
  await expect.element(form.button("Sign in Last used")).toBeVisible();
});

test.each([
  ["Forgot your password?", "Reset your password"],
  ["Don't have an account? Sign up", "Create an account"],
])("the link %s leads to the usual view, with the address", async (link, heading) => {
  const form = await open();
  await form.label("Email address").fill("ada@example.com");
  await form.pressEnter();
  await form.link(link).click();
  await expect.element(form.heading(heading)).toBeVisible();
  await expect.element(form.label("Email address")).toHaveValue("ada@example.com");
});

test.each([
  [" ada@example.com ", { kind: "email", value: "ada@example.com" }],
  ["0044 (7700) 900-123", { kind: "phone", value: "+447700900123" }],
  ["+٤٤٧٧٠٠٩٠٠١٢٣", { kind: "phone", value: "+447700900123" }],
  ["07700900123", { kind: "username", value: "07700900123" }],
  ["ada", { kind: "username", value: "ada" }],
  ["", undefined],
  ["a".repeat(300), undefined],
])("the typed text %j is the identifier %j", (text, identifier) => {
  expect(identifierOf(text, { phone: true, username: true })).toEqual(identifier);
});

test("axe finds no violation in both steps, in every language and theme", async () => {
  const form = await open({ phone: true, username: async () => "" });
  const container = form.container;
  const props = { plugins: form.plugins, providers: ["github" as const] };
  await expectAccessible(container, Object.values(locales), (look) =>
    form.rerender({ ...props, ...look }),
  );
  await form.rerender(props);
  await form.label("Email address, phone number, or username").fill("ada@example.com");
  await userEvent.keyboard("{Enter}");
  await expect.element(form.label("Your password")).toBeVisible();
  await expectAccessible(container, Object.values(locales), (look) =>
    form.rerender({ ...props, ...look }),
  );
}, 90_000);

test("a session of another way is reported once", async () => {
  const onSuccess = vi.fn();
  const form = await open(
    {},
    {
      signInWithPassword: async () => ({
        data: { user: someUser, session: someSession },
        error: null,
      }),
    },
  );
  await form.rerender({ plugins: form.plugins, onSuccess });
  await form.label("Email address").fill("ada@example.com");
  await form.pressEnter();
  await form.label("Your password").fill("secret");
  await form.pressEnter();
  await expect.poll(() => onSuccess.mock.calls.length).toBe(1);
  expect(localStorage.getItem("portico.last-used")).toBe("sign_in");
});
