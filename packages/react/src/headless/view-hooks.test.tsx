import { createContext, type ReactNode, useContext } from "react";
import { describe, expect, test } from "vitest";
import { render } from "vitest-browser-react";
import { apiError, testClient } from "../../test/client.ts";
import {
  type AuthProps,
  type Form,
  type FormOptions,
  useAuthForm,
  useForgottenPassword,
  useMagicLink,
  useSignIn,
  useSignUp,
  useSocialAuth,
  useUpdatePassword,
  useVerifyOtp,
} from "../index.ts";

type Responses = Parameters<typeof testClient>[0];

/** Renders a form in plain HTML, without the kit's markup. */
function PlainForm({ form: formParts }: { form: Form }) {
  const { alert, button, fields, form, heading, resend, status, username } = formParts;
  return (
    <form {...form}>
      <h2 {...heading}>{heading.children}</h2>
      {username && <input {...username} />}
      {fields.map(({ name, label, input }) => (
        <p key={name}>
          <label htmlFor={label.htmlFor}>{label.children}</label>
          <input {...input} />
        </p>
      ))}
      <button {...button} />
      {resend && <button {...resend} />}
      <p {...status} />
      <p {...alert} />
    </form>
  );
}

async function open(useView: (options: FormOptions) => Form, responses: Responses = {}) {
  const { client, calls } = testClient(responses);
  function Page() {
    return <PlainForm form={useView({ supabaseClient: client })} />;
  }
  const screen = await render(<Page />);
  return {
    ...screen,
    calls,
    fill: (label: string, text: string) => screen.getByLabelText(label, { exact: true }).fill(text),
    press: (name: string) => screen.getByRole("button", { name, exact: true }).click(),
  };
}

const email = "ada@example.com";
const password = "correct horse";

describe("a form in plain HTML", () => {
  test.each([
    {
      name: "signs in",
      useView: useSignIn,
      fields: { "Email address": email, "Your password": password },
      button: "Sign in",
      call: { method: "signInWithPassword", args: [{ email, password }] },
      confirmation: "",
    },
    {
      name: "signs up",
      useView: useSignUp,
      fields: { "Email address": email, "Create a password": password },
      button: "Sign up",
      call: { method: "signUp", args: [{ email, password, options: {} }] },
      confirmation: "Check your email for the confirmation link",
    },
    {
      name: "sends a magic link",
      useView: useMagicLink,
      fields: { "Email address": email },
      button: "Send magic link",
      call: { method: "signInWithOtp", args: [{ email, options: {} }] },
      confirmation: "Check your email for the magic link",
    },
    {
      name: "sends a link to reset the password",
      useView: useForgottenPassword,
      fields: { "Email address": email },
      button: "Send reset link",
      call: { method: "resetPasswordForEmail", args: [email, {}] },
      confirmation: "Check your email for the password reset link",
    },
    {
      name: "sets a password",
      useView: useUpdatePassword,
      fields: { "New password": password },
      button: "Update password",
      call: { method: "updateUser", args: [{ password }] },
      confirmation: "Your password has been updated",
    },
    {
      name: "verifies a code",
      useView: useVerifyOtp,
      fields: { "Email address": email, "One-time code": "123 456" },
      button: "Verify code",
      call: { method: "verifyOtp", args: [{ email, token: "123456", type: "email" }] },
      confirmation: "Your code has been verified",
    },
  ])("a form in plain HTML $name", async ({ useView, fields, button, call, confirmation }) => {
    const page = await open(useView);
    for (const [label, text] of Object.entries(fields)) await page.fill(label, text);
    await page.press(button);
    await expect.poll(() => page.calls).toEqual([call]);
    await expect.element(page.getByRole("status")).toHaveTextContent(confirmation);
    expect(page.container.querySelector("[class*=portico]")).toBeNull();
  });

  test("a form in plain HTML shows the error at the invalid field and focuses the field", async () => {
    const page = await open(useMagicLink);
    await page.press("Send magic link");
    const field = page.getByLabelText("Email address");
    await expect.element(field).toHaveAccessibleDescription("Enter your email address");
    await expect.element(field).toHaveFocus();
    expect(page.calls).toEqual([]);
  });

  test("a form in plain HTML disables its button while it sends", async () => {
    const page = await open(useSignIn, { signInWithPassword: () => new Promise(() => {}) });
    await page.fill("Email address", email);
    await page.press("Sign in");
    await expect.element(page.getByRole("button", { name: "Signing in…" })).toBeDisabled();
  });

  test("a form in plain HTML sends another code", async () => {
    const page = await open(useVerifyOtp);
    await page.fill("Email address", email);
    await page.press("Send a new code");
    await expect.element(page.getByRole("status")).toHaveTextContent("We sent you a new code");
  });
});

test("a form submits values that do not come from its fields", async () => {
  const { client, calls } = testClient();
  function Page() {
    const { submit } = useSignIn({ supabaseClient: client });
    return (
      <button type="button" onClick={() => void submit({ email, password })}>
        Enter as Ada
      </button>
    );
  }
  const { getByRole } = await render(<Page />);
  await getByRole("button").click();
  await expect
    .poll(() => calls)
    .toEqual([{ method: "signInWithPassword", args: [{ email, password }] }]);
});

test("the social buttons work in plain HTML", async () => {
  const { client, calls } = testClient({
    signInWithOAuth: async ({ provider }) => ({
      data: { provider, url: null },
      error: apiError("Unsupported provider", "validation_failed"),
    }),
  });
  function Page() {
    const { buttons, error } = useSocialAuth({ supabaseClient: client, providers: ["gitlab"] });
    return (
      <>
        {buttons.map(({ provider, button }) => (
          <button key={provider} {...button} />
        ))}
        <p role="alert">{error}</p>
      </>
    );
  }
  const { getByRole } = await render(<Page />);
  await getByRole("button", { name: "Sign in with GitLab" }).click();
  await expect.element(getByRole("alert")).toHaveTextContent("Unsupported provider");
  expect(calls).toEqual([
    { method: "signInWithOAuth", args: [{ provider: "gitlab", options: {} }] },
  ]);
});

describe("the complete form in plain HTML", () => {
  function CompleteForm(props: AuthProps) {
    const auth = useAuthForm(props);
    return (
      <div ref={auth.root}>
        {auth.social.map(({ provider, button }) => (
          <button key={provider} {...button} />
        ))}
        <PlainForm key={auth.view} form={auth} />
        {auth.links.map(({ view, link }) => (
          <a key={view} {...link}>
            {link.children}
          </a>
        ))}
      </div>
    );
  }

  test("the complete form in plain HTML carries the e-mail through the views but never the password", async () => {
    const { client, emit } = testClient();
    const screen = await render(<CompleteForm supabaseClient={client} magicLink />);
    const field = (name: string) => screen.getByLabelText(name, { exact: true });
    await field("Email address").fill(email);
    await field("Your password").fill(password);
    await screen.getByRole("link", { name: "Don't have an account? Sign up" }).click();
    await expect.element(field("Email address")).toHaveFocus();
    await expect.element(field("Email address")).toHaveValue(email);
    await expect.element(field("Create a password")).toHaveValue("");
    emit("PASSWORD_RECOVERY");
    await expect.element(screen.getByRole("heading")).toHaveTextContent("Set a new password");
    expect(location.hash).toBe("");
  });
});

/*
 * Components like those of a UI library: a form item that passes its state down in a context, and controls with their
 * own props.
 */
const Item = createContext<{ id: string; invalid: boolean }>({ id: "", invalid: false });

function TheirItem(props: { id: string; title: string; invalid: boolean; children: ReactNode }) {
  return (
    <Item.Provider value={props}>
      <div className="their-item">
        <label htmlFor={props.id}>{props.title}</label>
        {props.children}
      </div>
    </Item.Provider>
  );
}

function TheirInput({
  kind,
  ...props
}: { kind: "text" | "secret" } & React.ComponentProps<"input">) {
  const { id, invalid } = useContext(Item);
  return (
    <input
      {...props}
      id={id}
      type={kind === "secret" ? "password" : "text"}
      className={invalid ? "their-input their-input-wrong" : "their-input"}
    />
  );
}

function TheirButton({ pending, children }: { pending: boolean; children: string }) {
  return (
    <button type="submit" className="their-button" disabled={pending}>
      {children}
    </button>
  );
}

test("a form works with another library's components", async () => {
  const { client, calls } = testClient({
    signInWithPassword: async () => ({
      data: { user: null, session: null },
      error: apiError("Email not confirmed", "email_not_confirmed"),
    }),
  });
  function Page() {
    const { alert, button, fields, form } = useSignIn({ supabaseClient: client });
    return (
      <form {...form}>
        {fields.map(({ name, label, input: { id = "", type, ...input } }) => (
          <TheirItem
            key={name}
            id={id}
            title={label.children}
            invalid={input["aria-invalid"] === true}
          >
            <TheirInput {...input} kind={type === "password" ? "secret" : "text"} />
          </TheirItem>
        ))}
        <TheirButton pending={button.disabled}>{button.children}</TheirButton>
        <output {...alert} />
      </form>
    );
  }
  const { container, getByLabelText, getByRole } = await render(<Page />);
  await getByLabelText("Email address").fill(email);
  await getByLabelText("Your password").fill(password);
  await getByRole("button").click();
  await expect.element(getByRole("alert")).toHaveTextContent("Email not confirmed");
  await expect.element(getByLabelText("Email address")).toHaveClass("their-input-wrong");
  expect(calls).toEqual([{ method: "signInWithPassword", args: [{ email, password }] }]);
  expect(container.querySelectorAll(".their-item")).toHaveLength(2);
});
