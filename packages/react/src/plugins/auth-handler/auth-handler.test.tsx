import axe from "axe-core";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { afterEach, describe, expect, test, vi } from "vitest";
import { render } from "vitest-browser-react";
import { testClient } from "../../../test/client.ts";
import ar from "../../i18n/locales/ar.ts";
import { AuthCard, SignUpField, TermsCheckbox, useSignIn } from "../../index.ts";
import "../../theme/styles.css";
import {
  Auth,
  type AuthHandlerState,
  type AuthProps,
  authHandler,
  useAuthHandler,
} from "../index.ts";
import arabicPlugins from "../locales/ar.ts";

const state: AuthHandlerState = { action: "/auth?page=%2F", linkPrefix: "?view=" };
const rejected: AuthHandlerState = {
  ...state,
  view: "sign_in",
  values: { email: "ada@example.com" },
  error: { message: "Invalid login credentials", code: "invalid_credentials", status: 400 },
};

afterEach(() => {
  vi.restoreAllMocks();
  document.body.replaceChildren();
});

const { client } = testClient();
const page = (
  handlerState: AuthHandlerState,
  props: Partial<AuthProps> = {},
  supabase = client,
) => (
  <AuthCard>
    <Auth
      supabaseClient={supabase}
      providers={["github"]}
      magicLink
      plugins={[authHandler(handlerState)]}
      {...props}
    />
  </AuthCard>
);

/** Returns the page as a browser without scripts shows it. */
function renderWithoutScript(handlerState: AuthHandlerState, props: Partial<AuthProps> = {}) {
  const root = document.createElement("div");
  document.body.append(root);
  root.innerHTML = renderToString(page(handlerState, props));
  const find = <Found extends Element = HTMLInputElement>(selector: string) => {
    const element = root.querySelector<Found>(selector);
    if (!element) throw new Error(`There is no ${selector} in ${root.innerHTML}`);
    return element;
  };
  return { root, find };
}

function hydrate(root: HTMLElement, handlerState: AuthHandlerState, supabase = client) {
  const errors = vi.spyOn(console, "error").mockImplementation(() => {});
  const onRecoverableError = vi.fn();
  const app = hydrateRoot(root, page(handlerState, {}, supabase), { onRecoverableError });
  const form = root.querySelector("form:last-of-type");
  return {
    app,
    isReady: () => expect.poll(() => form && Reflect.get(form, "noValidate")).toBe(true),
    expectNoWarning() {
      expect(errors).not.toHaveBeenCalled();
      expect(onRecoverableError).not.toHaveBeenCalled();
    },
  };
}

describe("a served form", () => {
  test("posts its fields to the handler, and links to the other views", () => {
    const { find, root } = renderWithoutScript(state);
    const form = find<HTMLFormElement>("#auth-sign-in");
    expect([form.method, form.getAttribute("action"), form.noValidate]).toEqual([
      "post",
      "/auth?page=%2F&view=sign_in",
      false,
    ]);
    expect([...root.querySelectorAll("a")].map((link) => link.getAttribute("href"))).toEqual([
      "?view=forgotten_password",
      "?view=magic_link",
      "?view=sign_up",
    ]);
  });

  test("has social buttons in a form of their own, which Enter in a field does not press", () => {
    const { find } = renderWithoutScript(state);
    const button = find<HTMLButtonElement>("[name=provider]");
    expect([button.type, button.value]).toEqual(["submit", "github"]);
    expect(new URL(button.formAction).search).toBe("?page=%2F&view=sign_in");
    expect(button.form).not.toBe(find("#auth-sign-in"));
    expect(button.form?.method).toBe("post");
  });

  test("names the kind of the code that it verifies, and sends another one", () => {
    const { find } = renderWithoutScript({
      ...state,
      view: "verify_otp",
      otpType: "recovery",
      values: { email: "ada@example.com" },
      confirmation: ["forgotten_password", "confirmation_text"],
    });
    const form = find<HTMLFormElement>("form");
    expect(form.getAttribute("action")).toBe("/auth?page=%2F&view=verify_otp&type=recovery");
    const buttons = [...form.querySelectorAll("button")].filter(({ type }) => type === "submit");
    expect(buttons.map((button) => button.getAttribute("formaction"))).toEqual([
      null,
      "/auth?page=%2F&view=verify_otp&type=recovery&resend",
    ]);
    expect(find("[name=email]").value).toBe("ada@example.com");
    const status = find<HTMLElement>(".portico-said [role=status]");
    expect(status.textContent).toBe("Check your email for the password reset link");
    expect([status.hasAttribute("autofocus"), status.tabIndex]).toEqual([true, -1]);
  });

  test("shows a rejected password with the e-mail, and focuses the empty field, which the message describes", () => {
    const { find, root } = renderWithoutScript(rejected);
    const alert = find("[role=alert]");
    expect(alert.textContent).toBe("Invalid login credentials");
    expect(find("[name=email]").value).toBe("ada@example.com");
    const password = find("[name=password]");
    expect(password.value).toBe("");
    expect(password.hasAttribute("autofocus")).toBe(true);
    expect(password.getAttribute("aria-describedby")).toBe(alert.id);
    expect(password.getAttribute("aria-invalid")).toBe(null);
    expect(root.querySelectorAll("[autofocus]")).toHaveLength(1);
  });

  test.each([
    ["weak_password", "password", "Too short."],
    ["user_already_exists", "email", "Taken."],
  ])("an error %s marks and focuses the field %s", (code, field, message) => {
    const { find } = renderWithoutScript({
      ...rejected,
      view: "sign_up",
      error: { code, message },
    });
    const input = find(`[name=${field}]`);
    expect(input.getAttribute("aria-invalid")).toBe("true");
    expect(input.getAttribute("aria-describedby")).toBe(find("[role=alert]").id);
    expect(input.hasAttribute("autofocus")).toBe(true);
  });

  test("shows the handler's errors in the language of the page", () => {
    const localization = ar;
    const wrong = renderWithoutScript(rejected, { localization });
    expect(wrong.find("[role=alert]").textContent).toBe(ar.variables.errors.invalid_credentials);
    expect(wrong.find<HTMLElement>(".portico").dir).toBe("rtl");
    const error = { code: "empty_email_address", message: "", field: "email" };
    const empty = renderWithoutScript({ ...rejected, view: "magic_link", error }, { localization });
    expect(empty.find("[role=alert]").textContent).toBe(
      ar.variables.magic_link.empty_email_address,
    );
    const unexpected = { name: "AuthUnknownError", message: "" };
    const failed = renderWithoutScript({ ...rejected, error: unexpected }, { localization });
    expect(failed.find("[role=alert]").textContent).toBe(ar.variables.common.unexpected_error);
  });

  test("keeps what was entered into the application's own fields", () => {
    const { find } = renderWithoutScript(
      {
        ...state,
        view: "sign_up",
        values: { email: "ada@example.com", "data.full_name": "Ada", "data.news": "weekly" },
        error: { message: "Please accept the terms.", field: "data.terms" },
      },
      {
        children: (
          <>
            <SignUpField name="full_name" label="Name" />
            <TermsCheckbox name="news" value="weekly">
              News
            </TermsCheckbox>
            <TermsCheckbox>Terms</TermsCheckbox>
          </>
        ),
      },
    );
    expect(find("[name='data.full_name']").value).toBe("Ada");
    expect(find("[name='data.news']").checked).toBe(true);
    const terms = find("[name='data.terms']");
    expect([terms.checked, terms.getAttribute("aria-invalid")]).toEqual([false, "true"]);
    expect(terms.hasAttribute("autofocus")).toBe(true);
    expect(find("[name=password]").hasAttribute("autofocus")).toBe(false);
  });

  test("shows an outcome only in its view", () => {
    const { find } = renderWithoutScript(
      { ...rejected, view: "update_password" },
      { view: "update_password" },
    );
    expect(find("[role=alert]").textContent).toBe("Invalid login credentials");
    const { root } = renderWithoutScript({ ...state, error: { message: "Lost" } });
    expect(root.textContent).not.toContain("Lost");
  });
});

describe("a link that was opened", () => {
  const link = { type: "recovery", action: "/auth?page=%2F&view=link&outcome=o1" } as const;

  test("is confirmed by a button that posts without a script, in place of the form", async () => {
    const { find, root } = renderWithoutScript({ ...state, view: "sign_in", link });
    expect(root.querySelectorAll("form, button, a")).toHaveLength(2);
    const form = find<HTMLFormElement>("form");
    expect([form.method, form.getAttribute("action")]).toEqual(["post", link.action]);
    const button = find<HTMLButtonElement>("button");
    expect([button.type, button.textContent]).toEqual(["submit", "Set a new password"]);
    expect(find("h2").textContent).toBe("Reset your password");
    expect((await axe.run(root)).violations).toEqual([]);
  });

  test("is confirmed in the language of the page", () => {
    const localization = { variables: ar.variables, plugins: arabicPlugins.plugins };
    const { root } = renderWithoutScript({ ...state, view: "sign_in", link }, { localization });
    const texts = arabicPlugins.plugins.confirm;
    expect(root.querySelector("h2")?.textContent).toBe(texts.recovery_heading);
    expect(root.querySelector("button")?.textContent).toBe(texts.recovery_button_label);
  });

  test("says that the other address has a link too, after the first of two confirmations", () => {
    const { find, root } = renderWithoutScript({
      ...state,
      view: "sign_in",
      link: { type: "email_change" },
    });
    expect(root.querySelector("button")).toBeNull();
    const status = find<HTMLElement>("[role=status]");
    expect(status.textContent).toMatch(/^One address is confirmed/);
    expect(status.hasAttribute("autofocus")).toBe(true);
  });
});

test("a new password that the script has set ends the recovery for the handler", async () => {
  await cookieStore.set("portico-recovery", "1");
  const { client: supabase } = testClient();
  const page = await render(
    <Auth
      supabaseClient={supabase}
      view="update_password"
      plugins={[authHandler({ ...state, view: "update_password" })]}
    />,
  );
  expect(document.cookie).toContain("portico-recovery");
  await page.getByLabelText("New password", { exact: true }).fill("an entirely new one");
  await page.getByRole("button", { name: "Update password" }).click();
  await expect.poll(() => document.cookie).not.toContain("portico-recovery");
});

describe("a hydrated form", () => {
  test("continues from the served state without a warning, and the message goes when the user types", async () => {
    const backend = testClient();
    const { find, root } = renderWithoutScript(rejected);
    const email = find("[name=email]");
    const password = find("[name=password]");
    email.focus();
    password.value = "typed before";
    const { app, expectNoWarning, isReady } = hydrate(root, rejected, backend.client);
    await isReady();
    expect(document.activeElement).toBe(email);
    expect(find("[role=alert]").textContent).toBe("Invalid login credentials");
    password.dispatchEvent(new InputEvent("input", { bubbles: true }));
    await expect.poll(() => find("[role=alert]").textContent).toBe("");
    expect([email.value, password.value]).toEqual(["ada@example.com", "typed before"]);
    find<HTMLFormElement>("#auth-sign-in").requestSubmit();
    await expect
      .poll(() => backend.calls.map(({ args }) => args))
      .toEqual([[{ email: "ada@example.com", password: "typed before" }]]);
    expectNoWarning();
    app.unmount();
  });

  test("handles the buttons and links itself, and the address loses the query of the view", async () => {
    const backend = testClient();
    const initialUrl = location.href;
    history.replaceState(null, "", "?view=sign_in&outcome=1&lang=en");
    const { find, root } = renderWithoutScript(rejected);
    const { app, isReady } = hydrate(root, rejected, backend.client);
    await isReady();
    const onSubmit = vi.fn();
    addEventListener("submit", onSubmit);
    find<HTMLButtonElement>("[name=provider]").click();
    await expect.poll(() => backend.calls).toHaveLength(1);
    expect(backend.calls[0]?.args[0]).toMatchObject({
      options: { redirectTo: `${location.origin}/auth?page=%2F` },
    });
    expect(onSubmit).not.toHaveBeenCalled();
    removeEventListener("submit", onSubmit);
    find<HTMLAnchorElement>("a[href$=sign_up]").click();
    await expect.poll(() => root.querySelector("h2")?.textContent).toBe("Create an account");
    expect(location.search + location.hash).toBe("?lang=en#auth-sign-up");
    expect(find("[role=alert]").textContent).toBe("");
    history.replaceState(null, "", initialUrl);
    app.unmount();
  });
});

test("a hook's form has the same attributes", async () => {
  function Form() {
    const form = useAuthHandler(useSignIn({ supabaseClient: client }), rejected);
    return (
      <form {...form.form}>
        {form.fields.map(({ name, input }) => (
          <input key={name} {...input} aria-label={name} />
        ))}
        <button {...form.button} />
        <p {...form.alert} />
      </form>
    );
  }
  const screen = await render(<Form />);
  const form = screen.container.querySelector("form");
  expect(form?.getAttribute("action")).toBe("/auth?page=%2F&view=sign_in");
  await expect.element(screen.getByLabelText("email")).toHaveValue("ada@example.com");
  await expect.element(screen.getByLabelText("password")).toHaveFocus();
  await expect.element(screen.getByRole("alert")).toHaveTextContent("Invalid login credentials");
});
