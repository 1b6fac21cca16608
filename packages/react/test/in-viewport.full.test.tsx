import type { ReactNode } from "react";
import { expect, inject, test, vi } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { AuthCard, type AuthProps, VIEWS, type ViewType } from "../src/index.ts";
import { Auth, errorHelp } from "../src/plugins/index.ts";
import { methodOfView, respondWithError, testClient } from "./client.ts";
import "../src/theme/styles.css";
import "../src/plugins/plugins.css";

/*
 * Checks that the message and the pressed control are inside the viewport after a response. Each view gets each
 * response in windows of five sizes. Color schemes and directions do not change vertical positions, so only `npm run
 * test:nightly` tests all of them.
 */

const sizes = [
  [320, 568],
  [360, 740],
  [768, 1024],
  [1280, 720],
  [1440, 900],
] as const;

type Look = Pick<AuthProps, "theme" | "localization">;
const looks: readonly Look[] = ["default", "dark"].flatMap((theme) => [
  { theme },
  { theme, localization: { lang: "ar" } },
]);

type Responses = Parameters<typeof testClient>[0];

const longMessage =
  "A sentence that an authentication hook wrote, which is longer than anybody would want to read " +
  "on the screen of a telephone held in one hand, and which is followed by another half of it.";

/** A button to press in a view, and the response. */
interface Attempt {
  readonly name: string;
  readonly view: ViewType;
  readonly responses: Responses;
  readonly buttonSelector: string;
  /** The expected message. */
  readonly message: RegExp;
}

const confirmations: Readonly<Partial<Record<ViewType, RegExp>>> = {
  sign_up: /^Check your email for the confirmation link$/,
  magic_link: /^Check your email for the magic link$/,
  forgotten_password: /^Check your email for the password reset link$/,
  update_password: /^Your password has been updated$/,
  verify_otp: /^Your code has been verified$/,
};

const submit = "form [type=submit]";
const attempts: readonly Attempt[] = Object.values(VIEWS).flatMap((view) => {
  const attemptWithResponse = (
    name: string,
    response: () => Promise<never>,
    message: RegExp,
  ): Attempt => ({
    name: `${view}: ${name}`,
    view,
    buttonSelector: submit,
    message,
    responses: { [methodOfView[view]]: response },
  });
  const attemptWithError = (name: string, message: string, code: string): Attempt => ({
    name: `${view}: ${name}`,
    view,
    buttonSelector: submit,
    message: new RegExp(`^${message}`),
    responses: { [methodOfView[view]]: respondWithError(message, code) },
  });
  const confirmation = confirmations[view];
  return [
    attemptWithError("rejected", "Invalid login credentials", "invalid_credentials"),
    attemptWithError("rejected with a long message", longMessage, "hook_payload_over_size_limit"),
    attemptWithError(
      "rejected at a field",
      "Not this one",
      view === "verify_otp" ? "otp_expired" : "email_exists",
    ),
    attemptWithError("rate limited", "Request rate limit reached", "over_request_rate_limit"),
    attemptWithResponse(
      "no network",
      () => Promise.reject(new TypeError("Failed to fetch")),
      /^We couldn't/,
    ),
    ...(confirmation
      ? [
          {
            name: `${view}: confirmed`,
            view,
            buttonSelector: submit,
            responses: {},
            message: confirmation,
          },
        ]
      : []),
    ...(view === "sign_in" || view === "sign_up" || view === "magic_link"
      ? [
          {
            name: `${view}: a provider refuses`,

            view,
            buttonSelector: "[data-portico-provider]",
            message: /^Provider is not enabled/,
            responses: {
              signInWithOAuth: respondWithError("Provider is not enabled", "provider_disabled"),
            },
          },
        ]
      : []),
  ];
});

test.each(sizes)("messages are visible in a window of %i by %i", async (width, height) => {
  await page.viewport(width, height);
  const hiddenElements: string[] = [];
  for (const { name, view, responses, buttonSelector, message: expectedMessage } of attempts) {
    for (const appearance of inject("everyLook") ? looks : looks.slice(0, 1)) {
      const { client } = testClient(responses);
      const { container, unmount } = await render(
        <Page>
          <Auth {...appearance} supabaseClient={client} view={view} magicLink plugins={plugins} />
        </Page>,
      );
      for (const field of container.querySelectorAll("input"))
        field.value = field.type === "email" ? "ada@example.com" : "123456";
      const control = container.querySelector<HTMLElement>(buttonSelector);
      control?.scrollIntoView({ block: "nearest" });
      control?.click();
      const message = await vi.waitUntil(() => container.querySelector(".portico-message"), {
        interval: 5,
      });
      expect(message.textContent, name).toMatch(expectedMessage);
      await waitForEffects();
      if (!isInViewport(message))
        hiddenElements.push(`${name}: the message is hidden, ${JSON.stringify(appearance)}`);
      if (!isInViewport(container.querySelector(buttonSelector)))
        hiddenElements.push(`${name}: the pressed control is hidden`);
      await unmount();
    }
  }
  expect(hiddenElements).toEqual([]);
});

const plugins = [errorHelp()];

/** A page with a header and a footer. */
function Page({ children }: { children: ReactNode }) {
  return (
    <div style={{ display: "grid", justifyItems: "center", paddingBlock: 120 }}>
      <AuthCard>{children}</AuthCard>
    </div>
  );
}

/** Returns whether an element is completely inside the viewport. */
function isInViewport(element: Element | null): boolean {
  if (!element) return false;
  const { top, bottom } = element.getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight;
}

/** Waits for the effects of a response, which React runs after the frame. */
const waitForEffects = () =>
  new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
