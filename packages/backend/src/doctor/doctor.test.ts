import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { projectFolder } from "../../test/project-folder.ts";
import { examine } from "./doctor.ts";
import type { Finding } from "./finding.ts";

/** Starts a server on a free port that sends the same response to every request. */
async function serving(headers: Record<string, string>, body: string, status = 200) {
  const server = createServer((_, response) => response.writeHead(status, headers).end(body));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const causes = (findings: readonly Finding[]) =>
  findings.map(({ severity, cause }) => `${severity}: ${cause}`).join("\n");

async function examined(
  files: Record<string, string>,
  more: { page?: string; url?: string; key?: string; env?: Record<string, string> } = {},
): Promise<string> {
  return causes(await examine({ env: {}, ...more, directory: await projectFolder(files) }));
}

const config = (text: string) => ({ "supabase/config.toml": text });
const goodSettings = JSON.stringify({ external: { email: true }, disable_signup: false });

describe("the project", () => {
  it("a project without problems has no findings", async () => {
    expect(await examined(config('[auth]\nsite_url = "http://localhost:5173"'))).toBe("");
  });

  it("the doctor finds a redirect URL list without the page", async () => {
    const page = await serving({}, "<html></html>");
    const elsewhere = `${page.replace("127.0.0.1", "app.localhost")}/welcome`;
    const output = await examined(config('[auth]\nsite_url = "https://example.com"'), {
      page: elsewhere,
    });
    expect(output).toContain(`do not come back to ${elsewhere}`);
    expect(output).toContain("so they lead to the site instead");
  });

  it("the doctor finds a sandbox provider and a provider without a secret", async () => {
    const output = await examined(
      config(
        "[auth.external.github]\nenabled = true\n[auth.external.google]\nenabled = true\nclient_id = 'x'",
      ),
    );
    expect(output).toContain('doubtful: "Sign in with github" goes to the sandbox');
    expect(output).toContain("wrong: google refuses to exchange its code");
  });

  it("the doctor finds messages without a link or code", async () => {
    const output = await examined({
      ...config(""),
      "supabase/templates/magic_link.html": "<p>Hello</p>",
      "supabase/templates/recovery.html": "<a href='{{ .ConfirmationURL }}'>Go</a>",
      "supabase/templates/confirmation.html":
        "<a href='{{ .SiteURL }}/confirm?t={{ .TokenHash }}'>Go</a> or {{ .Token }}",
    });
    expect(output).toContain(
      "wrong: The message of auth.email.template.magic_link contains neither a link nor a code",
    );
    expect(output).toContain(
      "doubtful: The message of auth.email.template.recovery contains no code",
    );
    expect(output).not.toContain("auth.email.template.confirmation");
  });

  it("the doctor finds a required captcha that no page can show", async () => {
    const captcha = config(
      "[auth.captcha]\nenabled = true\nprovider = 'turnstile'\nsecret = 'secret'",
    );
    expect(await examined(captcha)).toContain("refused with captcha_failed");
    const env = { VITE_TURNSTILE_SITE_KEY: "1x00000000000000000000AA" };
    expect(await examined(captcha, { env })).toBe("");
  });

  it("the doctor finds a project that cannot be read", async () => {
    expect(await examined(config("[auth]\nsite_url = 3"))).toMatch(
      /^wrong: supabase\/config\.toml:2: auth\.site_url/,
    );
  });
});

describe("the application", () => {
  const packageJson = (name: string, more: object = {}) => JSON.stringify({ name, ...more });
  const app = (...dependencies: string[]) => ({
    "package.json": packageJson("shop", {
      dependencies: Object.fromEntries(dependencies.map((name) => [name, "*"])),
    }),
    "node_modules/react/package.json": packageJson("react", { version: "19.3.1" }),
  });
  const kit = packageJson("@old/kit", { dependencies: { react: "^18" } });
  const nested = {
    "node_modules/@old/kit/package.json": kit,
    "node_modules/@old/kit/node_modules/react/package.json": packageJson("react", {
      version: "18.3.1",
    }),
  };

  it("the doctor finds two Reacts in an application", async () => {
    const output = await examined({ ...app("react", "@old/kit"), ...nested });
    expect(output).toContain(
      "There are 2 copies of React, 19.3.1 in node_modules/react (for shop), " +
        "18.3.1 in node_modules/@old/kit/node_modules/react (for @old/kit)",
    );
  });

  it("the doctor finds only the React that the application loads, whatever else is installed", async () => {
    expect(await examined({ ...app("react"), ...nested })).toBe("");
  });

  it("the doctor finds the archived kit in an application", async () => {
    const archivedPackage = "@supabase/auth-ui-react";
    expect(
      await examined({
        ...app(archivedPackage),
        [`node_modules/${archivedPackage}/package.json`]: packageJson(archivedPackage),
      }),
    ).toContain("@supabase/auth-ui-react is still installed");
  });
});

describe("the service", () => {
  it("the doctor accepts a service that answers", async () => {
    expect(await examined({}, { url: await serving({}, goodSettings) })).toBe("");
  });

  it("the doctor finds a service that does not answer, refuses the key or is another service", async () => {
    expect(await examined({}, { url: "http://127.0.0.1:9" })).toContain("does not respond");
    const closedUrl = await serving({}, "{}", 401);
    expect(await examined({}, { url: closedUrl, key: "k" })).toContain("refuses the API key");
    const otherUrl = await serving({}, "no", 404);
    expect(await examined({}, { url: otherUrl })).toContain("this is not Supabase Auth");
  });

  it("the doctor finds a service with another time", async () => {
    const date = new Date(Date.now() + 3_600_000).toUTCString();
    const output = await examined({}, { url: await serving({ date }, goodSettings) });
    expect(output).toMatch(/^wrong: This machine's clock is 3\d\d\d seconds behind/);
  });

  it("the doctor finds a service that no user can sign in to", async () => {
    const body = JSON.stringify({ external: { email: false }, disable_signup: true });
    const output = await examined({}, { url: await serving({}, body) });
    expect(output).toContain("wrong: No user can sign in");
    expect(output).toContain("doubtful: Sign-up is disabled");
  });
});

describe("the page", () => {
  const policy = (text: string) => serving({ "content-security-policy": text }, "<html></html>");

  it("the doctor accepts a page that may call the service and use its style", async () => {
    const page = await policy("default-src 'self'; connect-src 'self' https://*.supabase.co");
    expect(await examined({}, { page })).toBe("");
  });

  it("the doctor finds a page that may not call the service", async () => {
    const page = await policy("default-src 'self'");
    const output = await examined({}, { page, url: await serving({}, goodSettings) });
    expect(output).toContain("its content security policy has default-src 'self'");
  });

  it("the doctor finds a page whose meta tag forbids styles", async () => {
    const page = await serving(
      {},
      `<meta http-equiv="Content-Security-Policy" content="style-src 'none'">`,
    );
    expect(await examined({}, { page })).toContain("The forms have no style");
  });
});
