import type { Hono } from "hono";
import { expect } from "vitest";
import {
  createOAuthClient,
  newCodeVerifier,
  type OAuthClient,
} from "../../src/auth/providers/oauth-client.ts";
import { type Provider, providerFor } from "../../src/auth/providers/provider-config.ts";
import type { ProviderName } from "../../src/auth/providers/providers.ts";
import {
  createCodeConsumer,
  createSandbox,
  sandboxFetch,
} from "../../src/auth/providers/sandbox.ts";
import type { Database } from "../../src/database/port.ts";

export const sandboxOrigin = "http://localhost:3000";
export const redirectUri = `${sandboxOrigin}/auth/v1/callback`;

/** The form values that sign in as Grace Hopper. */
export const grace = { person: "grace@example.com", decision: "allow" };

export interface SandboxVisit {
  readonly codeVerifier: string;
  readonly parameters: URLSearchParams;
  readonly redirectUri: string;
}

export interface TestSandbox {
  readonly sandbox: Hono;
  readonly client: OAuthClient;
  /** A client whose timeout is shorter than the sandbox's artificial delay. On a slow machine, every request times out. */
  readonly impatientClient: OAuthClient;
  /** Creates another sandbox on the same database, like that of another process. */
  neighbour(): Hono;
  /** Returns the URL that the application redirects to. */
  authorizationUrl(
    name: ProviderName,
    state?: string,
  ): Promise<{ url: string; codeVerifier: string }>;
  /** Opens the page, submits its form, and returns the parameters of the callback. */
  visit(name: ProviderName, form: Record<string, string>): Promise<SandboxVisit>;
}

export function openTestSandbox(database: Database): TestSandbox {
  const secret = new TextEncoder().encode("a secret that all processes of a project share");
  const openSandbox = () =>
    createSandbox({
      origin: sandboxOrigin,
      secret,
      redirectUris: [redirectUri],
      consumeCode: createCodeConsumer(database),
      slowDelayMs: 2000,
    });
  const sandbox = openSandbox();
  const fetch = sandboxFetch(sandbox, sandboxOrigin, async () => {
    throw new Error("a request left the sandbox");
  });
  const client = createOAuthClient({ fetch });
  const authorizationUrl = async (name: ProviderName, state = "state-1") => {
    const codeVerifier = newCodeVerifier();
    const request = { state, redirectUri, codeVerifier };
    return { codeVerifier, url: await client.authorizationUrl(sandboxProvider(name), request) };
  };
  return {
    sandbox,
    client,
    impatientClient: createOAuthClient({ fetch, timeoutMs: 1000 }),
    neighbour: openSandbox,
    authorizationUrl,
    async visit(name, form) {
      const { url, codeVerifier } = await authorizationUrl(name);
      expect((await sandbox.request(url)).status).toBe(200);
      return { codeVerifier, parameters: await submitForm(sandbox, url, form), redirectUri };
    },
  };
}

/** Returns a provider that is enabled without a client id. */
export function sandboxProvider(name: ProviderName): Provider {
  return providerFor(name, { enabled: true }, { sandboxOrigin });
}

async function submitForm(
  sandbox: Hono,
  url: string,
  form: Record<string, string>,
): Promise<URLSearchParams> {
  const { pathname, searchParams } = new URL(url);
  const body = new URLSearchParams([...searchParams, ...Object.entries(form)]);
  const response = await sandbox.request(sandboxOrigin + pathname, { method: "POST", body });
  const location = response.headers.get("location");
  if (location !== null) {
    expect(location.startsWith(redirectUri)).toBe(true);
    return new URL(location).searchParams;
  }
  // Apple's form submits itself.
  const html = await response.text();
  expect(html).toContain(`action="${redirectUri}"`);
  const parameters = new URLSearchParams();
  for (const [, name, value] of html.matchAll(/name="([^"]*)" value="([^"]*)"/g))
    parameters.set(decodeEntities(name), decodeEntities(value));
  return parameters;
}

function decodeEntities(markup = ""): string {
  return markup.replaceAll("&quot;", '"').replaceAll("&amp;", "&");
}
