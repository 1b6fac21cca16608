import axe from "axe-core";
import { describe, expect, test } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import {
  Auth,
  AuthCard,
  type AuthProps,
  SignUpField,
  TermsCheckbox,
  ThemeMinimal,
  ThemeSupa,
  VIEWS,
  type ViewType,
} from "../src/index.ts";
import { methodOfView, respondWithError, testClient } from "./client.ts";
import "../src/theme/styles.css";

/*
 * Renders every view in every state on one page, in every appearance, for the axe rules that depend on the combination
 * of view, state, direction, theme and palette. The stories check the other rules once per state.
 */

type Responses = Parameters<typeof testClient>[0];

/** For each view, an error code that the form shows at a field. */
const fieldErrorCodes: Readonly<Record<ViewType, string>> = {
  sign_in: "email_not_confirmed",
  sign_up: "weak_password",
  magic_link: "email_address_invalid",
  forgotten_password: "email_address_invalid",
  update_password: "same_password",
  verify_otp: "otp_expired",
};

/** The client's responses in each state. */
const states: Readonly<Record<string, (view: ViewType) => Responses>> = {
  idle: () => ({}),
  sending: (view) => ({ [methodOfView[view]]: () => new Promise(() => {}) }),
  sent: () => ({}),
  failed: (view) => ({
    [methodOfView[view]]: respondWithError("The server's message", "unexpected_failure"),
  }),
  refused: (view) => ({
    [methodOfView[view]]: respondWithError("This is not right", fieldErrorCodes[view]),
  }),
  offline: (view) => ({
    [methodOfView[view]]: () => Promise.reject(new TypeError("Failed to fetch")),
  }),
};

type Look = Pick<AuthProps, "theme" | "appearance" | "localization">;

const looks: readonly (readonly [name: string, look: Look])[] = (
  [
    ["supa", ThemeSupa],
    ["minimal", ThemeMinimal],
  ] as const
).flatMap(([name, theme]) =>
  ["default", "dark"].map(
    (variation) => [`${name}, ${variation}`, { theme: variation, appearance: { theme } }] as const,
  ),
);

const rules = ["color-contrast", "link-in-text-block", "target-size"];

/** Every view in every state. Each form keeps its client, which must be the same in every render. */
const forms = Object.values(VIEWS).flatMap((view) =>
  Object.entries(states).map(([state, responses]) => ({
    view,
    state,
    client: testClient(responses(view)).client,
  })),
);
const plainClient = testClient().client;
const busyClient = testClient({ signInWithOAuth: () => new Promise(() => {}) }).client;

function EveryForm(look: Look) {
  return (
    <>
      {forms.map(({ view, state, client }) => (
        <div key={view + state} data-state={state}>
          <AuthCard>
            <Auth {...look} supabaseClient={client} view={view} magicLink showLinks>
              {state === "failed" && (
                <>
                  <SignUpField name="full_name" label="Full name" />
                  <TermsCheckbox error="Please accept the terms.">
                    I accept the <a href="/terms">terms</a>
                  </TermsCheckbox>
                </>
              )}
            </Auth>
          </AuthCard>
        </div>
      ))}
      <AuthCard>
        <Auth {...look} supabaseClient={plainClient} socialLayout="horizontal" />
      </AuthCard>
      <div data-state="busy">
        <AuthCard>
          <Auth {...look} supabaseClient={busyClient} />
        </AuthCard>
      </div>
    </>
  );
}

describe.each([
  ["left to right", {}],
  // The texts are English, because axe does not check the contrast of non-Latin letters.
  ["right to left", { localization: { lang: "ar" } }],
] as const)("from %s", (_, directionProps) => {
  test("every view in every state has sufficient contrasts and target sizes, in every appearance", async () => {
    await page.viewport(414, 896);
    const screen = await render(<EveryForm {...directionProps} />);
    await reachStates(screen.container);
    // Disable transitions, because colors have a different contrast during one.
    const sheet = document.createElement("style");
    sheet.textContent = "* { transition: none !important; animation: none !important }";
    document.head.append(sheet);
    for (const [name, appearance] of looks) {
      await screen.rerender(<EveryForm {...directionProps} {...appearance} />);
      document.body.style.background = appearance.theme === "dark" ? "#0f1312" : "#f6f8f7";
      const { passes, violations } = await axe.run(screen.container, { runOnly: rules });
      const findings = violations.flatMap(({ id, nodes }) =>
        nodes.map(({ html, any }) => `${id}: ${html} ${any[0]?.message ?? ""}`),
      );
      expect(findings, name).toEqual([]);
      const checkedNodeCount = passes.find(({ id }) => id === "color-contrast")?.nodes.length;
      expect(checkedNodeCount, "the number of elements that axe has checked").toBeGreaterThan(300);
    }
    sheet.remove();
    document.body.style.background = "";
  });
});

/** Submits each form whose `data-state` names a later state than `busy`, and waits until all of them show that state. */
async function reachStates(container: Element): Promise<void> {
  for (const form of container.querySelectorAll<HTMLFormElement>("[data-state] form")) {
    const state = form.closest<HTMLElement>("[data-state]")?.dataset["state"];
    if (state === "idle" || state === "busy") continue;
    for (const field of form.querySelectorAll("input")) {
      if (field.type === "checkbox") field.checked = true;
      else field.value = field.type === "email" ? "ada@example.com" : "123456";
    }
    form.requestSubmit();
  }
  container.querySelector<HTMLButtonElement>("[data-state=busy] [data-portico-provider]")?.click();
  const count = (selector: string) => container.querySelectorAll(selector).length;
  const views = Object.keys(VIEWS).length;
  await expect.poll(() => count("[data-state=sending] form[aria-busy=true]")).toBe(views);
  await expect.poll(() => count("[data-state=failed] [data-color=danger]")).toBe(views);
  await expect.poll(() => count("[data-state=offline] [data-color=danger]")).toBe(views);
  await expect.poll(() => count("[data-state=refused] [aria-invalid=true]")).toBe(views);
  await expect.poll(() => count("[data-state=busy] [aria-busy=true]")).toBe(1);
  // Sign-in shows no confirmation, because the application removes the form.
  await expect.poll(() => count("[data-state=sent] .portico-message")).toBe(views - 1);
}
