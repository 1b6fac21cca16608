import { AuthClient, type Factor } from "@supabase/auth-js";
import axe from "axe-core";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { afterEach, describe, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { UserContextProvider } from "../index.ts";
import { type HandlerSecondFactor, SecondFactor, type UsableFactor } from "./index.ts";
import "../theme/styles.css";
import "./protected.css";

const factor = (id: string, factor_type: Factor["factor_type"]) =>
  ({ id, factor_type, status: "verified" }) as UsableFactor;

const handler: HandlerSecondFactor = {
  action: "/auth?page=%2Fnotes&view=second_factor&outcome=",
  linkPrefix: "/notes?factor=",
  signOutAction: "/auth?page=%2F&view=sign_out",
  factors: [factor("1", "totp"), factor("2", "phone"), factor("3", "webauthn")],
};

/** A client that sends no requests, because the user is signed out and the handler answers the forms. */
const client = { auth: new AuthClient({ url: "http://auth.invalid", autoRefreshToken: false }) };
const step = (state: HandlerSecondFactor) => (
  <UserContextProvider supabaseClient={client}>
    <SecondFactor supabaseClient={client} handler={state} />
  </UserContextProvider>
);

/** Returns the second step as a browser without scripts shows it. */
function renderWithoutScript(state: HandlerSecondFactor) {
  const root = document.createElement("div");
  document.body.append(root);
  root.innerHTML = renderToString(step(state));
  return root;
}

const attributes = (elements: Iterable<Element>, name: string) =>
  [...elements].map((element) => element.getAttribute(name));

afterEach(() => {
  vi.restoreAllMocks();
  document.body.replaceChildren();
});

describe("a served second step", () => {
  test("posts the code to the handler, links to the other factors and signs out", async () => {
    const root = renderWithoutScript(handler);
    const form = root.querySelector("form");
    expect([form?.method, form?.getAttribute("action")]).toEqual([
      "post",
      `${handler.action}&factor=1&kind=totp`,
    ]);
    expect(root.querySelector("input[name=token]")?.hasAttribute("autofocus")).toBe(true);
    expect(attributes(root.querySelectorAll("a"), "href")).toEqual([
      "/notes?factor=2",
      "/notes?factor=3",
    ]);
    const signOut = [...root.querySelectorAll("button")].at(-1);
    expect([signOut?.type, signOut?.getAttribute("formaction")]).toEqual([
      "submit",
      handler.signOutAction,
    ]);
    expect(signOut?.form).not.toBe(form);
    expect((await axe.run(root)).violations).toEqual([]);
  });

  test("shows the handler's error beside the field", async () => {
    const error = { message: "Invalid TOTP code entered", field: "token" };
    const root = renderWithoutScript({ ...handler, error });
    const field = root.querySelector("input[name=token]");
    const description = document.getElementById(field?.getAttribute("aria-describedby") ?? "");
    expect([field?.getAttribute("aria-invalid"), description?.textContent]).toEqual([
      "true",
      error.message,
    ]);
    const submit = root.querySelector("button[type=submit]")?.getBoundingClientRect();
    expect(description?.getBoundingClientRect().top).toBe(Number(submit?.bottom) + 16);
    expect((await axe.run(root)).violations).toEqual([]);
  });

  test("sends a code to the phone, and then asks for it", () => {
    const unsent = renderWithoutScript({ ...handler, factorId: "2" });
    const send = unsent.querySelector("button");
    expect([send?.textContent, send?.getAttribute("formaction")]).toEqual([
      "Send a code",
      `${handler.action}&factor=2&kind=phone&send`,
    ]);
    expect(unsent.querySelector("input[name=token]")).toBeNull();
    const sent = renderWithoutScript({ ...handler, factorId: "2", challengeId: "c" });
    expect(sent.querySelector("input[name=token]")).not.toBeNull();
  });
});

test("a hydrated second step continues without a warning, and its error goes when the user types", async () => {
  const errors = vi.spyOn(console, "error").mockImplementation(() => {});
  const root = renderWithoutScript({
    ...handler,
    error: { message: "Wrong code", field: "token" },
  });
  const app = hydrateRoot(
    root,
    step({ ...handler, error: { message: "Wrong code", field: "token" } }),
  );
  await expect.element(page.getByRole("alert")).toHaveTextContent("Wrong code");
  await page.getByLabelText("Code").fill("1");
  await expect.element(page.getByRole("alert")).toBeEmptyDOMElement();
  await page.getByRole("link", { name: "Use a text message instead" }).click();
  await expect.element(page.getByRole("button", { name: "Send a code" })).toBeVisible();
  expect(location.search).not.toContain("factor=");
  expect(errors).not.toHaveBeenCalled();
  app.unmount();
});
