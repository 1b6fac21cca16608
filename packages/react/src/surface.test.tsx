import { useState } from "react";
import { describe, expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { apiError, deferred, someSession, someUser, testClient } from "../test/client.ts";
import { show } from "../test/show.tsx";
import { collectUncaughtErrors, faultMessage, throwFault } from "../test/uncaught.ts";
import {
  Auth,
  type AuthFailure,
  type AuthSuccess,
  AutoSubmitCode,
  SignUpField,
  TermsCheckbox,
  UpdatePassword,
  type ViewType,
  WebOtp,
} from "./index.ts";

const toSignUp = "Don't have an account? Sign up";
const toForgotten = "Forgot your password?";
const fieldValues = { "Email address": "ada@example.com", "Create a password": "correct horse" };

describe("the callbacks of the form", () => {
  test("onSuccess receives the user who signed in", async () => {
    const results: AuthSuccess[] = [];
    const form = await show({ onSuccess: (success) => results.push(success) });
    await form.enter({ "Email address": "ada@example.com" });
    await form.button("Sign in").click();
    await expect
      .poll(() => results)
      .toEqual([{ view: "sign_in", user: someUser, session: someSession }]);
  });

  test("onSuccess reports a sent message without a session", async () => {
    const results: AuthSuccess[] = [];
    const form = await show({ view: "magic_link", onSuccess: (success) => results.push(success) });
    await form.label("Email address").fill("ada@example.com");
    await form.pressEnter();
    await expect.poll(() => results).toEqual([{ view: "magic_link", user: null, session: null }]);
  });

  test("onSuccess receives the user even if the form was unmounted", async () => {
    const results: AuthSuccess[] = [];
    const response = deferred<{
      data: { user: typeof someUser; session: typeof someSession };
      error: null;
    }>();
    const form = await show(
      { onSuccess: (success) => results.push(success) },
      { signInWithPassword: () => response.promise },
    );
    await form.enter({ "Email address": "ada@example.com" });
    await form.button("Sign in").click();
    await form.unmount();
    response.resolve({ data: { user: someUser, session: someSession }, error: null });
    await expect.poll(() => results).toHaveLength(1);
  });

  test("onError receives the message for the user and the thrown error", async () => {
    const results: AuthFailure[] = [];
    const error = apiError("Email not confirmed", "email_not_confirmed");
    const form = await show(
      { onError: (failure) => results.push(failure) },
      { signInWithPassword: async () => ({ data: { user: null, session: null }, error }) },
    );
    await form.enter({ "Email address": "ada@example.com" });
    await form.button("Sign in").click();
    await expect
      .poll(() => results)
      .toEqual([{ view: "sign_in", message: "Email not confirmed", field: "email", error }]);
  });

  test("an error that onSuccess throws is not a failure of the form", async () => {
    const uncaught = collectUncaughtErrors();
    const form = await show({ view: "magic_link", onSuccess: throwFault });
    await form.label("Email address").fill("ada@example.com");
    await form.pressEnter();
    await expect.element(form.status).toHaveTextContent("Check your email for the magic link");
    await expect.poll(() => uncaught).toEqual([faultMessage]);
    await expect.element(form.alert).toHaveTextContent("");
  });
});

describe("a controlled view", () => {
  /** A typical application, with the view in its state. */
  function ControlledAuth({ isAllowed = () => true }: { isAllowed?: (view: ViewType) => boolean }) {
    const [view, setView] = useState<ViewType>("sign_in");
    const [{ client }] = useState(() => testClient());
    return (
      <>
        <output aria-label="Current view">{view}</output>
        <Auth
          supabaseClient={client}
          view={view}
          onBeforeViewChange={(next) => {
            if (!isAllowed(next)) return false;
            setView(next);
            return true;
          }}
        />
        <button type="button" onClick={() => setView("forgotten_password")}>
          Help
        </button>
      </>
    );
  }

  test("a controlled view follows a link with the e-mail, and Back returns", async () => {
    const screen = await render(<ControlledAuth />);
    const currentView = screen.getByLabelText("Current view");
    await screen.getByLabelText("Email address").fill("ada@example.com");
    await screen.getByRole("link", { name: toSignUp }).click();
    await expect.element(currentView).toHaveTextContent("sign_up");
    await expect.element(screen.getByLabelText("Email address")).toHaveValue("ada@example.com");
    expect(location.hash).toBe("#auth-sign-up");
    history.back();
    await expect.element(currentView).toHaveTextContent("sign_in");
    await expect.element(screen.getByRole("heading")).toHaveTextContent("Sign in");
    await screen.getByRole("button", { name: "Help" }).click();
    await expect.element(screen.getByRole("heading")).toHaveTextContent("Reset your password");
  });

  test("a controlled view does not change if the application prevents it", async () => {
    const screen = await render(<ControlledAuth isAllowed={(view) => view !== "sign_up"} />);
    await screen.getByLabelText("Your password").fill("secret");
    await screen.getByRole("link", { name: toSignUp }).click();
    await expect.element(screen.getByRole("heading")).toHaveTextContent("Sign in");
    await expect.element(screen.getByLabelText("Your password")).toHaveValue("secret");
    expect(location.hash).toBe("");
    await screen.getByRole("link", { name: toForgotten }).click();
    await expect.element(screen.getByRole("heading")).toHaveTextContent("Reset your password");
  });

  test("a controlled view that was prevented is shown later with its e-mail and confirmation", async () => {
    const requestedViews: ViewType[] = [];
    const props = {
      onBeforeViewChange: (next: ViewType) => {
        requestedViews.push(next);
        return false;
      },
    };
    const form = await show({ ...props, view: "update_password" });
    form.emit("USER_UPDATED", someSession);
    expect(requestedViews).toEqual(["sign_in"]);
    await expect.element(form.heading("Set a new password")).toBeVisible();
    await form.rerender({ ...props, view: "sign_in" });
    await expect.element(form.heading("Sign in")).toBeVisible();
    await expect.element(form.status).toHaveTextContent("Your password has been updated");
  });
});

test("UpdatePassword remains visible after the password was set", async () => {
  const { client, emit } = testClient({
    updateUser: async () => {
      emit("USER_UPDATED", someSession);
      return { data: { user: someUser }, error: null };
    },
  });
  const screen = await render(<UpdatePassword supabaseClient={client} />);
  await screen.getByLabelText("New password").fill("battery staple");
  await userEvent.keyboard("{Enter}");
  await expect.element(screen.getByText("Your password has been updated")).toBeVisible();
  await expect.element(screen.getByRole("heading")).toHaveTextContent("Set a new password");
});

test("a field is focused at first only if the application or the view requests it", async () => {
  const { unmount } = await show({ autoFocus: true, providers: [] });
  await expect.poll(() => document.activeElement?.getAttribute("name")).toBe("email");
  await unmount();
  await show({ view: "magic_link", autoFocus: false });
  expect(document.activeElement).toBe(document.body);
});

test.each([
  ["sign_in", { email: "username", password: "current-password" }],
  ["sign_up", { email: "email", password: "new-password" }],
  ["magic_link", { email: "email" }],
  ["forgotten_password", { email: "email" }],
  ["update_password", { username: "username", password: "new-password" }],
  ["verify_otp", { email: "email", token: "one-time-code" }],
] as const)(
  "the fields of %s are labelled for password managers",
  async (view, autocompleteByName) => {
    const { container } = await show({ view });
    const autocompletes = [...container.querySelectorAll("input")].map((field) => [
      field.name,
      field.autocomplete,
    ]);
    expect(Object.fromEntries(autocompletes)).toEqual(autocompleteByName);
  },
);

test("every view has the dark variation, including the two that the archived kit missed", async () => {
  const form = await show({ dark: true, view: "update_password" });
  const inputStyle = () =>
    getComputedStyle(form.container.querySelector("input[id]") ?? document.body);
  expect(inputStyle().backgroundColor).toBe("rgb(20, 25, 24)");
  await form.rerender({ dark: true, view: "verify_otp" });
  expect(inputStyle().backgroundColor).toBe("rgb(20, 25, 24)");
});

test("the application's components replace elements and receive the HTML props", async () => {
  function FancyButton({ className, ...props }: React.ComponentProps<"button">) {
    return <button {...props} className={`${className} fancy`} />;
  }
  const form = await show({
    components: { button: FancyButton, heading: "h1" },
    providers: ["github"],
  });
  await expect.element(form.heading("Sign in")).toBeVisible();
  expect(form.container.querySelector("h1")?.className).toContain("portico-heading");
  expect(form.container.querySelectorAll("button.portico-button.fancy")).toHaveLength(2);
  await form.enter({ "Email address": "ada@example.com" });
  await form.button("Sign in").click();
  expect(form.callsOf("signInWithPassword")).toHaveLength(1);
});

describe("the application's own fields", () => {
  const terms = "Please accept the terms.";
  const slots = {
    sign_up: (
      <>
        <SignUpField name="full_name" label="Full name" autoComplete="name" required />
        <SignUpField name="work_email" label="E-mail at work" type="email" />
        <TermsCheckbox value="2026-01" error={terms}>
          I accept the terms
        </TermsCheckbox>
      </>
    ),
  };

  test("the application's own fields are stored with the new user", async () => {
    const form = await show({ view: "sign_up", slots, additionalData: { plan: "free" } });
    await form.enter({
      ...fieldValues,
      "Full name": "Ada Lovelace",
      "E-mail at work": "ada@work.example",
    });
    await form.getByLabelText("I accept the terms").click();
    await form.button("Sign up").click();
    await expect
      .poll(() => form.callsOf("signUp"))
      .toMatchObject([
        [
          {
            options: {
              data: {
                full_name: "Ada Lovelace",
                work_email: "ada@work.example",
                terms: "2026-01",
                plan: "free",
              },
            },
          },
        ],
      ]);
  });

  test("the application's required fields and checkboxes show their own errors", async () => {
    const form = await show({ view: "sign_up", slots });
    await form.enter(fieldValues);
    await form.button("Sign up").click();
    await expect.element(form.label("Full name")).toHaveFocus();
    await expect.element(form.label("Full name")).toHaveAttribute("aria-invalid", "true");
    await form.label("Full name").fill("Ada Lovelace");
    await expect.element(form.alert).toHaveTextContent("");
    await form.label("E-mail at work").fill("ada");
    await form.button("Sign up").click();
    await expect.element(form.label("E-mail at work")).toHaveFocus();
    await form.label("E-mail at work").fill("");
    await form.button("Sign up").click();
    await expect.element(form.alert).toHaveTextContent(terms);
    await expect.element(form.label("I accept the terms")).toHaveAccessibleDescription(terms);
    expect(form.calls).toEqual([]);
  });

  test("a field without the data prefix is not stored", async () => {
    const form = await show({
      view: "sign_up",
      children: <input name="repeated" aria-label="Repeat your password" type="password" />,
    });
    await form.enter({ ...fieldValues, "Repeat your password": "correct horse" });
    await form.button("Sign up").click();
    await expect
      .poll(() => form.callsOf("signUp"))
      .toEqual([[{ email: "ada@example.com", password: "correct horse", options: {} }]]);
  });
});

describe("a one-time code", () => {
  const code = "One-time code";

  test("a complete code is submitted in any pasted format", async () => {
    const slots = { verify_otp: <AutoSubmitCode length={6} /> };
    const form = await show({ view: "verify_otp", slots });
    await form.label("Email address").fill("ada@example.com");
    await form.label(code).fill("123 45");
    expect(form.calls).toEqual([]);
    await form.label(code).fill("123 456");
    await expect
      .poll(() => form.callsOf("verifyOtp"))
      .toEqual([[{ email: "ada@example.com", token: "123456", type: "email" }]]);
  });

  test.each([
    ["Arabic", "١٢٣٤٥٦"],
    ["Persian", "۱۲۳۴۵۶"],
    ["Hindi", "१२३ ४५६"],
    ["full width", "１２３４５６"],
  ])("a complete code in digits of %s is submitted as ASCII digits", async (_, typedCode) => {
    const slots = { verify_otp: <AutoSubmitCode length={6} /> };
    const form = await show({ view: "verify_otp", slots });
    await form.label("Email address").fill("ada@example.com");
    await form.label(code).fill(typedCode);
    await expect
      .poll(() => form.callsOf("verifyOtp"))
      .toEqual([[{ email: "ada@example.com", token: "123456", type: "email" }]]);
  });

  test("a code is read from a text message if the browser supports it", async () => {
    const message = deferred<Credential & { code: string }>();
    const requests: unknown[] = [];
    const originalGet = navigator.credentials.get;
    navigator.credentials.get = (request) => {
      requests.push(request);
      return message.promise;
    };
    Object.defineProperty(window, "OTPCredential", { value: class {}, configurable: true });
    const slots = { verify_otp: <WebOtp /> };
    const form = await show({ view: "verify_otp", otpType: "sms", slots });
    await form.label("Phone number").fill("+46700000000");
    message.resolve({ id: "", type: "otp", code: "654321" });
    await expect
      .poll(() => form.callsOf("verifyOtp"))
      .toEqual([[{ phone: "+46700000000", token: "654321", type: "sms" }]]);
    expect(requests).toEqual([{ otp: { transport: ["sms"] }, signal: expect.any(AbortSignal) }]);
    navigator.credentials.get = originalGet;
    Reflect.deleteProperty(window, "OTPCredential");
  });
});

describe("the parameters of the client's calls", () => {
  test("each call gets its own captcha token", async () => {
    let tokenCount = 0;
    const captchaToken = () => `token-${++tokenCount}`;
    const form = await show({ captchaToken });
    await form.enter({ "Email address": "ada@example.com" });
    await form.button("Sign in").click();
    await form.link(toForgotten).click();
    await form.label("Email address").fill("ada@example.com");
    await form.pressEnter();
    await expect.poll(() => form.calls.length).toBe(2);
    expect(form.callsOf("signInWithPassword")).toMatchObject([
      [{ options: { captchaToken: "token-1" } }],
    ]);
    expect(form.callsOf("resetPasswordForEmail")).toEqual([
      ["ada@example.com", { captchaToken: "token-2" }],
    ]);
  });

  test("each view and the providers have their own redirect address", async () => {
    const form = await show({
      redirectTo: { forgotten_password: "https://a.example/new", social: "https://a.example/" },
      providers: ["github"],
    });
    await form.button("Sign in with GitHub").click();
    await form.link(toForgotten).click();
    await form.label("Email address").fill("ada@example.com");
    await form.pressEnter();
    await expect
      .poll(() => form.callsOf("resetPasswordForEmail"))
      .toEqual([["ada@example.com", { redirectTo: "https://a.example/new" }]]);
    expect(form.callsOf("signInWithOAuth")).toEqual([
      [{ provider: "github", options: { redirectTo: "https://a.example/" } }],
    ]);
  });

  test("a magic link sends shouldCreateUser and the application's data", async () => {
    const form = await show({
      view: "magic_link",
      shouldCreateUser: false,
      additionalData: { plan: "free" },
    });
    await form.label("Email address").fill("ada@example.com");
    await form.pressEnter();
    await expect
      .poll(() => form.callsOf("signInWithOtp"))
      .toEqual([
        [
          {
            email: "ada@example.com",
            options: { shouldCreateUser: false, data: { plan: "free" } },
          },
        ],
      ]);
  });
});

test("the form keeps typed text and focus while the page renders sixty times a second", async () => {
  const { client } = testClient();
  function Page() {
    const [renderCount, setRenderCount] = useState(0);
    const [name, setName] = useState("");
    const [timer] = useState(() =>
      setInterval(() => setRenderCount((count) => count + 1), 1000 / 60),
    );
    return (
      <Auth
        supabaseClient={client}
        view="sign_up"
        appearance={{
          variables: { default: { colors: { brand: renderCount % 2 ? "navy" : "teal" } } },
        }}
        localization={{ variables: { sign_up: { heading: `Tick ${renderCount}` } } }}
      >
        <input aria-label="Name" value={name} onChange={(event) => setName(event.target.value)} />
        <button type="button" onClick={() => clearInterval(timer)}>
          Stop
        </button>
      </Auth>
    );
  }
  const screen = await render(<Page />);
  const email = screen.getByLabelText("Email address");
  const node = email.element();
  await email.click();
  await userEvent.keyboard("ada@b.co");
  await expect.element(email).toHaveFocus();
  await screen.getByLabelText("Name").click();
  await userEvent.keyboard("Ada");
  await expect.element(screen.getByLabelText("Name")).toHaveValue("Ada");
  await expect.element(email).toHaveValue("ada@b.co");
  expect(email.element()).toBe(node);
  await screen.getByRole("button", { name: "Stop" }).click();
});
