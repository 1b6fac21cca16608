import { AuthClient } from "@supabase/auth-js";
import { afterEach, beforeEach, expect, inject, test, vi } from "vitest";
import { render } from "vitest-browser-react";
import { testClient } from "../../test/client.ts";
import { Auth, ThemeSupa } from "../index.ts";
import { watchContrast } from "./contrast.ts";
import type { Finding } from "./finding.ts";
import "../theme/styles.css";
import { Doctor } from "./index.ts";
import { checkRedirect, rememberRedirect } from "./redirects.ts";
import { watchRequests } from "./requests.ts";

beforeEach(() => {
  localStorage.clear();
  vi.spyOn(console, "warn").mockImplementation(() => {});
});
afterEach(() => vi.restoreAllMocks());

/** Returns a `report` function, and a function that returns the ids of the reported findings. */
function createReport() {
  const findings: Finding[] = [];
  return {
    report: (finding: Finding) => void findings.push(finding),
    ids: () => findings.map(({ id }) => id),
  };
}

test("the doctor reports a disabled provider, a violated security policy and a second copy of React", async () => {
  const { origin, publishableKey } = inject("backend");
  const auth = new AuthClient({
    url: `${origin}/auth/v1`,
    headers: { apikey: publishableKey },
    autoRefreshToken: false,
    persistSession: false,
  });
  const screen = await render(
    <Doctor supabaseClient={{ auth }} providers={["discord", "custom:acme"]} />,
  );
  await expect.element(screen.getByText("Portico doctor: 1 found")).toBeVisible();
  document.dispatchEvent(
    new SecurityPolicyViolationEvent("securitypolicyviolation", {
      effectiveDirective: "connect-src",
      violatedDirective: "connect-src",
      documentURI: location.href,
      originalPolicy: "connect-src 'self'",
      disposition: "enforce",
      statusCode: 200,
      blockedURI: "https://xyz.supabase.co/auth/v1/token",
    }),
  );
  const message = "Cannot read properties of null (reading 'useState')";
  dispatchEvent(new ErrorEvent("error", { message, cancelable: true }));
  await expect.element(screen.getByText("Portico doctor: 3 found")).toBeVisible();
  await screen.getByText("Portico doctor: 3 found").click();
  await expect
    .element(screen.getByText(/^Wrong discord has a button but is disabled/))
    .toBeVisible();
  await expect
    .element(screen.getByText("Add https://xyz.supabase.co to connect-src."))
    .toBeVisible();
  await expect.element(screen.getByText(/There are two copies of React/)).toBeVisible();
});

test("the doctor reports unreadable text and an image behind the form", async () => {
  const { client } = testClient();
  const colors = { inputLabelText: "#444", anchorTextColor: "#ddd" };
  const appearance = { theme: ThemeSupa, variables: { default: { colors } } };
  const page = (background: string) => (
    <div style={{ background }}>
      <Auth supabaseClient={client} appearance={appearance} />
    </div>
  );
  const { rerender } = await render(page("#111827"));
  const { report, ids } = createReport();
  const stop = watchContrast(report);
  await expect
    .poll(() => [...new Set(ids())])
    .toEqual(["contrast Email address", "contrast Your Password"]);
  await rerender(page("url(data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=)"));
  await expect.poll(ids).toContain("contrast on a picture");
  stop();
});

test("the doctor reports a missing captcha token and a wrong clock from the responses of the server", async () => {
  const server = "https://auth.example.com/auth/v1";
  const issuedAtSeconds = Math.round(Date.now() / 1000) + 600;
  const token = `x.${btoa(JSON.stringify({ iat: issuedAtSeconds }))}.x`;
  vi.spyOn(window, "fetch").mockImplementation(async (...parameters) =>
    new Request(...parameters).url.endsWith("/token")
      ? Response.json({ access_token: token })
      : Response.json({ code: 400, error_code: "captcha_failed" }, { status: 400 }),
  );
  const { report, ids } = createReport();
  const stop = watchRequests(server, report);
  const bodyWith = (token: string) =>
    JSON.stringify({ gotrue_meta_security: token ? { captcha_token: token } : {} });
  await fetch(`${server}/signup`, { method: "POST", body: bodyWith("") });
  await fetch(`${server}/signup`, { method: "POST", body: bodyWith("once") });
  await fetch(`${server}/token`, { method: "POST", body: "{}" });
  await expect.poll(ids).toEqual(["captcha-missing", "captcha-refused", "clock"]);
  await fetch("https://elsewhere.example.com/signup");
  stop();
  await fetch(`${server}/signup`, { method: "POST", body: bodyWith("") });
  expect(ids()).toHaveLength(3);
});

test("the doctor reports a disallowed redirect when the visitor returns to another address", () => {
  const { report, ids } = createReport();
  checkRedirect("https://app.example.com/welcome", report);
  rememberRedirect("https://app.example.com/welcome/");
  checkRedirect("https://app.example.com/welcome#access_token=x", report);
  expect(ids()).toEqual([]);
  rememberRedirect("https://app.example.com/welcome");
  checkRedirect("https://app.example.com/?code=x", report);
  expect(ids()).toEqual(["redirect"]);
});
