import { Profiler, StrictMode } from "react";
import { describe, expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { apiError, deferred, someSession, testClient } from "../../test/client.ts";
import { show } from "../../test/show.tsx";
import { Auth } from "../index.ts";
import type { ViewType } from "../view-names.ts";

const toSignUp = "Don't have an account? Sign up";
const toSignIn = "Already have an account? Sign in";
const backToSignIn = "Back to sign in";
const toForgotten = "Forgot your password?";
const toMagicLink = "Email me a magic link";
const magicLink = { magicLink: true };

describe("the links between the views", () => {
  test.each([
    [toMagicLink, "Sign in by email", backToSignIn],
    [toForgotten, "Reset your password", backToSignIn],
    [toSignUp, "Create an account", toSignIn],
  ])("a link leads from sign-in to another view and back: %s", async (name, heading, backLink) => {
    const form = await show(magicLink);
    await form.link(name).click();
    await expect.element(form.heading(heading)).toBeVisible();
    await form.link(backLink).click();
    await expect.element(form.heading("Sign in")).toBeVisible();
  });

  test("the links between the views work by keyboard and move the focus", async () => {
    const form = await show();
    form.link(toForgotten).element().focus();
    await form.pressEnter();
    await expect.element(form.heading("Reset your password")).toBeVisible();
    await expect.element(form.label("Email address")).toHaveFocus();
  });

  test("a view without a field puts the focus on its heading", async () => {
    const form = await show({ onlyThirdPartyProviders: true, view: "forgotten_password" });
    await form.link(backToSignIn).click();
    await expect.element(form.heading("Sign in")).toHaveFocus();
  });

  test("a link to another view carries the e-mail over but never the password", async () => {
    const form = await show(magicLink);
    await form.enter({ "Email address": "ada@example.com", "Your password": "secret" });
    await form.link(toSignUp).click();
    await expect.element(form.label("Email address")).toHaveValue("ada@example.com");
    await expect.element(form.label("Create a password")).toHaveValue("");
    await form.label("Email address").fill("grace@example.com");
    await form.link(toSignIn).click();
    await expect.element(form.label("Your password")).toHaveValue("");
    await form.link(toForgotten).click();
    await expect.element(form.label("Email address")).toHaveValue("grace@example.com");
    await form.link(backToSignIn).click();
    await form.link(toMagicLink).click();
    await expect.element(form.label("Email address")).toHaveValue("grace@example.com");
  });

  test("a link to another view clears the messages", async () => {
    const form = await show(
      {},
      {
        signInWithPassword: async () => ({
          data: { user: null, session: null },
          error: apiError("Invalid login credentials", "invalid_credentials"),
        }),
      },
    );
    await form.label("Email address").fill("ada@example.com");
    await form.button("Sign in").click();
    await expect.element(form.alert).toHaveTextContent("Invalid login credentials");
    await form.link(toForgotten).click();
    await expect.element(form.alert).toHaveTextContent("");
  });

  test("a response that arrives after the view has changed is ignored", async () => {
    const response = deferred<never>();
    const form = await show({}, { signInWithPassword: () => response.promise });
    await form.button("Sign in").click();
    await form.link(toForgotten).click();
    response.reject(new Error("Too late"));
    await response.promise.catch(() => {});
    await expect.element(form.button("Send reset link")).toBeEnabled();
    await expect.element(form.alert).toHaveTextContent("");
    await form.link(backToSignIn).click();
    await expect.element(form.button("Sign in")).toBeEnabled();
    await expect.element(form.alert).toHaveTextContent("");
  });

  test("the application is notified before each change of the view", async () => {
    const receivedViews: ViewType[] = [];
    const form = await show({ onBeforeViewChange: (view) => receivedViews.push(view) });
    await form.link(toSignUp).click();
    await form.link(toSignIn).click();
    await expect.poll(() => receivedViews).toEqual(["sign_up", "sign_in"]);
  });
});

describe("the address", () => {
  test("the address names the view, and Back and Forward move between the views", async () => {
    const form = await show();
    await form.link(toSignUp).click();
    expect(location.hash).toBe("#auth-sign-up");
    await form.link(toSignIn).click();
    await form.link(toForgotten).click();
    await expect.element(form.heading("Reset your password")).toBeVisible();
    history.back();
    await expect.element(form.heading("Sign in")).toBeVisible();
    history.back();
    await expect.element(form.heading("Create an account")).toBeVisible();
    history.back();
    await expect.element(form.heading("Sign in")).toBeVisible();
    expect(location.hash).toBe("");
    history.forward();
    await expect.element(form.heading("Create an account")).toBeVisible();
  });

  test("the form opens the view that the address names", async () => {
    history.replaceState(null, "", "#auth-sign-up");
    const form = await show();
    await expect.element(form.heading("Create an account")).toBeVisible();
    expect(document.activeElement).toBe(document.body);
  });

  test("the address opens neither a disabled magic link nor another view of a form without links", async () => {
    history.replaceState(null, "", "#auth-magic-link");
    const form = await show();
    await expect.element(form.heading("Sign in")).toBeVisible();
    await form.unmount();
    history.replaceState(null, "", "#auth-sign-up");
    const formWithoutLinks = await show({ showLinks: false });
    await expect.element(formWithoutLinks.heading("Sign in")).toBeVisible();
  });

  test("a fragment of the application stays in the address", async () => {
    history.replaceState(null, "", "#/login");
    const form = await show();
    await form.link(toSignUp).click();
    await expect.element(form.heading("Create an account")).toBeVisible();
    expect(location.hash).toBe("#/login");
  });

  test("the browser handles a click with a modifier key on a link to a view", async () => {
    const form = await show();
    let wasPrevented: boolean | undefined;
    const recordClick = (event: Event) => {
      wasPrevented = event.defaultPrevented;
      event.preventDefault();
    };
    addEventListener("click", recordClick);
    await form.link(toSignUp).click({ modifiers: ["Control"] });
    removeEventListener("click", recordClick);
    expect(wasPrevented).toBe(false);
    await expect.element(form.heading("Sign in")).toBeVisible();
  });

  test("the address no longer names a view after sign-in", async () => {
    const form = await show();
    await form.link(toSignUp).click();
    form.emit("SIGNED_IN");
    expect(location.hash).toBe("");
  });

  test("the address no longer names the view after an event has shown another", async () => {
    const form = await show();
    await form.link(toSignUp).click();
    form.emit("USER_UPDATED", someSession);
    expect(location.hash).toBe("");
    await form.link(toSignUp).click();
    form.emit("PASSWORD_RECOVERY", someSession);
    expect(location.hash).toBe("");
    form.emit("USER_UPDATED", someSession);
    await form.link(toSignUp).click();
    await form.rerender({ view: "forgotten_password" });
    expect(location.hash).toBe("");
    await expect.element(form.heading("Reset your password")).toBeVisible();
  });

  test.each([
    [
      "fragment",
      "#error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid+or+has+expired",
    ],
    [
      "query",
      "?error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid+or+has+expired",
    ],
  ])("the form shows the error of a redirect in the %s of the address", async (_, address) => {
    history.replaceState(null, "", address);
    const form = await show();
    await expect.element(form.alert).toHaveTextContent("Email link is invalid or has expired");
    form.emit("SIGNED_IN");
    expect(location.href).not.toContain("error");
  });

  test("the form shows in its language that the user declined at the provider", async () => {
    history.replaceState(null, "", "?error=access_denied&error_description=No");
    const form = await show({
      localization: { variables: { errors: { access_denied: "Abgebrochen." } } },
    });
    await expect.element(form.alert).toHaveTextContent("Abgebrochen.");
  });

  test("a link to another view removes the error of a redirect from the address", async () => {
    history.replaceState(null, "", "?page=2&error=access_denied&error_description=No");
    const form = await show();
    await expect.element(form.alert).toHaveTextContent("No");
    await form.link(toSignUp).click();
    expect(location.search + location.hash).toBe("?page=2#auth-sign-up");
  });

  test("the form ignores the application's own error parameter", async () => {
    history.replaceState(null, "", "?error=42&page=2");
    const form = await show();
    form.emit("SIGNED_IN");
    await expect.element(form.alert).toHaveTextContent("");
    expect(location.search).toBe("?error=42&page=2");
  });
});

describe("events of the client", () => {
  test("a password recovery shows update_password and keeps the e-mail", async () => {
    const form = await show();
    form.emit("PASSWORD_RECOVERY", someSession);
    await expect.element(form.heading("Set a new password")).toBeVisible();
    await expect.element(form.label("New password")).toHaveFocus();
    form.emit("USER_UPDATED", someSession);
    await expect.element(form.heading("Sign in")).toBeVisible();
    await expect.element(form.label("Email address")).toHaveValue("ada@example.com");
    await expect.element(form.status).toHaveTextContent("Your password has been updated");
  });

  test("an updated user shows sign_in without a confirmation", async () => {
    const form = await show({ view: "sign_up" });
    form.emit("USER_UPDATED", someSession);
    await expect.element(form.heading("Sign in")).toBeVisible();
    await expect.element(form.status).toHaveTextContent("");
  });

  test("an event of the client changes the view without taking the focus from another part of the page", async () => {
    const { client, emit } = testClient();
    const screen = await render(
      <>
        <input aria-label="Search" />
        <Auth supabaseClient={client} />
      </>,
    );
    await screen.getByLabelText("Search").click();
    emit("PASSWORD_RECOVERY");
    await expect.element(screen.getByRole("heading", { name: "Set a new password" })).toBeVisible();
    await expect.element(screen.getByLabelText("Search")).toHaveFocus();
  });

  test("the form listens to the current client once, until it is unmounted", async () => {
    const firstBackend = testClient();
    const otherBackend = testClient();
    const form = (backend: typeof firstBackend, view: ViewType = "sign_in") => (
      <StrictMode>
        <Auth supabaseClient={backend.client} view={view} />
      </StrictMode>
    );
    const screen = await render(form(firstBackend));
    expect(firstBackend.listenerCount()).toBe(1);
    await screen.rerender(form(firstBackend, "sign_up"));
    expect(firstBackend.listenerCount()).toBe(1);
    await screen.rerender(form(otherBackend));
    expect([firstBackend.listenerCount(), otherBackend.listenerCount()]).toEqual([0, 1]);
    await screen.unmount();
    expect(otherBackend.listenerCount()).toBe(0);
  });
});

describe("a recovery before the form is mounted", () => {
  test("a form that mounts during a recovery shows update_password inside the session's provider", async () => {
    const { client, emit } = testClient();
    const page = (hasForm: boolean) => (
      <Auth.UserContextProvider supabaseClient={client}>
        {hasForm && <Auth supabaseClient={client} />}
      </Auth.UserContextProvider>
    );
    const screen = await render(page(false));
    emit("PASSWORD_RECOVERY");
    await screen.rerender(page(true));
    await expect.element(screen.getByRole("heading", { name: "Set a new password" })).toBeVisible();
  });
});

describe("the view prop", () => {
  test("the view prop is shown at first and whenever it changes", async () => {
    const form = await show({ view: "sign_up" });
    await expect.element(form.heading("Create an account")).toBeVisible();
    expect(document.activeElement).toBe(document.body);
    await form.rerender({ view: "forgotten_password" });
    await expect.element(form.heading("Reset your password")).toBeVisible();
  });

  test("an unchanged view prop does not change the view in another render", async () => {
    const form = await show({ view: "sign_in" });
    await form.link(toSignUp).click();
    await form.rerender({ view: "sign_in", magicLink: true });
    await expect.element(form.heading("Create an account")).toBeVisible();
  });
});

test("typing in the form does not render", async () => {
  let renderCount = 0;
  const { client } = testClient();
  const screen = await render(
    <Profiler id="form" onRender={() => renderCount++}>
      <Auth supabaseClient={client} />
    </Profiler>,
  );
  await screen.getByLabelText("Email address").click();
  const initialRenderCount = renderCount;
  await userEvent.keyboard("ada@example.com{Tab}secret");
  await expect.element(screen.getByLabelText("Your password")).toHaveValue("secret");
  expect(renderCount).toBe(initialRenderCount);
});

test("rerendering the page replaces no DOM node of the form", async () => {
  const form = await show();
  await form.enter({ "Email address": "ada@example.com", "Your password": "secret" });
  const nodes = [...form.container.querySelectorAll("*")];
  for (let count = 0; count < 5; count++) {
    await form.rerender({
      appearance: { variables: { default: { colors: { brand: "navy" } } } },
      localization: { variables: {} },
    });
  }
  expect([...form.container.querySelectorAll("*")]).toEqual(nodes);
  await expect.element(form.label("Your password")).toHaveValue("secret");
});

test("the form works in StrictMode", async () => {
  const { client, calls } = testClient();
  const screen = await render(
    <StrictMode>
      <Auth supabaseClient={client} magicLink />
    </StrictMode>,
  );
  await screen.getByRole("link", { name: toMagicLink }).click();
  await expect.element(screen.getByLabelText("Email address")).toHaveFocus();
  await userEvent.keyboard("ada@example.com{Enter}");
  await expect.element(screen.getByText("Check your email for the magic link")).toBeVisible();
  expect(calls).toHaveLength(1);
});
