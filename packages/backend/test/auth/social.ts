import { AuthClient, type User } from "@supabase/auth-js";
import { Hono } from "hono";
import { expect } from "vitest";
import { createAuth } from "../../src/auth/app.ts";
import { providerNames } from "../../src/auth/providers/providers.ts";
import { createCodeConsumer, createSandbox } from "../../src/auth/providers/sandbox.ts";
import type { ConfigInput } from "../../src/config/sections/schema.ts";
import type { Database } from "../../src/database/port.ts";
import { memoryStorage } from "../../src/testing/memory-storage.ts";
import { type AuthFixture, authFixture, silentLog, waitForMessages } from "./auth-fixture.ts";

export const origin = "http://localhost:3000";

/** The auth wire and the sandbox on one origin, as in the server, with browsers to use them. */
export interface SocialFixture extends AuthFixture {
  readonly errors: unknown[];
  /** Opens a browser, which stores cookies, follows redirects and fills in forms. */
  browser(): Browser;
}

/** The current page of a browser. */
export interface Page {
  readonly url: URL;
  /** Undefined after the browser was redirected to the application. */
  readonly html: string | undefined;
}

export interface Browser {
  readonly cookies: Map<string, string>;
  open(url: string, init?: RequestInit): Promise<Page>;
  /** Submits the form of the page. */
  submit(page: Page, fields?: Record<string, string>): Promise<Page>;
  /** Signs in: opens `GET /authorize`, submits the sandbox's page, and returns the final URL. */
  signIn(query: Record<string, string>, fields?: Record<string, string>): Promise<URL>;
  /** Links an identity: submits the sandbox's page, and the confirmation if there is one, and returns the final URL. */
  link(url: string, fields?: Record<string, string>, answer?: "continue" | "cancel"): Promise<URL>;
  /** The unmodified client on a page of the wire's own origin in this browser. */
  client(flowType?: "implicit" | "pkce"): InstanceType<typeof AuthClient>;
}

export async function socialFixture(
  database: Database,
  config: ConfigInput = {},
): Promise<SocialFixture> {
  const sandbox = new Hono();
  const fixture = await authFixture(database, config, (keys) => {
    const providerSandbox = createSandbox({
      origin,
      secret: keys.derive("sandbox"),
      redirectUris: [`${origin}/auth/v1/callback`],
      consumeCode: createCodeConsumer(database),
    });
    sandbox.route("/", providerSandbox);
    return { origin, fetch: async (request) => providerSandbox.fetch(request) };
  });
  const errors: unknown[] = [];
  const log = { ...silentLog, error: ({ err }: { err: unknown }) => void errors.push(err) };
  const wire = waitForMessages(fixture.auth, createAuth({ ...fixture.auth, log }).app);
  const app = new Hono().route("/auth/v1", wire).route("/", sandbox);
  return { ...fixture, errors, browser: () => openBrowser(app) };
}

function openBrowser(app: Hono): Browser {
  const cookies = new Map<string, string>();
  const send = async (url: string, init: RequestInit = {}): Promise<Response> => {
    const headers = new Headers(init.headers);
    if (cookies.size > 0)
      headers.set("cookie", [...cookies].map(([name, value]) => `${name}=${value}`).join("; "));
    const response = await app.request(url, { ...init, headers });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ""] = line.split(";");
      cookies.set(pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1));
    }
    return response;
  };
  const open = async (url: string, init: RequestInit = {}): Promise<Page> => {
    const target = new URL(url, origin);
    const isOwnPage = target.origin === origin && /^\/(auth\/v1|sandbox)\//.test(target.pathname);
    if (!isOwnPage) return { url: target, html: undefined };
    const response = await send(target.href, init);
    const location = response.headers.get("location");
    if (location !== null) return open(new URL(location, target).href);
    return { url: target, html: await response.text() };
  };
  const submit = async (page: Page, fields: Record<string, string> = {}) => {
    const [, action = ""] = page.html?.match(/<form[^>]* action="([^"]*)"/) ?? [];
    const body = new URLSearchParams();
    for (const [, name, value] of page.html?.matchAll(
      /type="hidden" name="([^"]*)" value="([^"]*)"/g,
    ) ?? [])
      body.set(decodeEntities(name), decodeEntities(value));
    for (const [name, value] of Object.entries(fields)) body.set(name, value);
    return open(new URL(decodeEntities(action), page.url).href, { method: "POST", body });
  };
  return {
    cookies,
    open,
    submit,
    async signIn(query, fields = {}) {
      const form = await open(`/auth/v1/authorize?${new URLSearchParams(query)}`);
      let page = await submit(form, { person: "grace@example.com", ...fields });
      // Apple's form submits itself.
      if (page.html?.includes("form-post.js")) page = await submit(page);
      if (page.html !== undefined)
        throw new Error(`The browser was not redirected from ${page.url}: ${page.html}`);
      return page.url;
    },
    async link(url, fields = {}, answer = "continue") {
      const page = await submit(await open(url), { person: "grace@example.com", ...fields });
      return page.html?.includes('name="answer"') ? (await submit(page, { answer })).url : page.url;
    },
    client: (flowType = "implicit") => {
      return new AuthClient({
        url: `${origin}/auth/v1`,
        fetch: async (input, init) => {
          const request = new Request(input, init);
          request.headers.set("sec-fetch-site", "same-origin");
          request.headers.set("referer", `${origin}/account`);
          const { method, headers } = request;
          const body = method === "GET" ? null : await request.text();
          return send(request.url, { method, headers, body });
        },
        flowType,
        autoRefreshToken: false,
        persistSession: true,
        detectSessionInUrl: false,
        storage: memoryStorage(),
      });
    },
  };
}

function decodeEntities(markup = ""): string {
  return markup.replaceAll("&quot;", '"').replaceAll("&#39;", "'").replaceAll("&amp;", "&");
}

export type Client = InstanceType<typeof AuthClient>;

/** Parses the fragment of a URL. */
export function fragment(url: URL): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(url.hash.slice(1)));
}

/** Sets a client's session from the URL that a browser returned to. */
export async function takeSession(client: Client, finalUrl: URL): Promise<User> {
  const { access_token = "", refresh_token = "" } = fragment(finalUrl);
  const { data, error } = await client.setSession({ access_token, refresh_token });
  if (error) throw error;
  if (!data.user) throw new Error("The session has no user.");
  return data.user;
}

/** Returns the user id of a client's session. */
export async function userIdOf(client: Client): Promise<string> {
  const { data, error } = await client.getUser();
  if (error) throw error;
  return data.user.id;
}

const allProviders = Object.fromEntries(providerNames.map((name) => [name, { enabled: true }]));

/** Returns a function that creates a fixture with all providers, or returns the existing one with the same settings. */
export function socialFixtures(database: Database) {
  const fixtures = new Map<string, Promise<SocialFixture>>();
  return (auth: ConfigInput["auth"] = {}): Promise<SocialFixture> => {
    const key = JSON.stringify(auth);
    const existing = fixtures.get(key);
    if (existing) return existing;
    const fixture = socialFixture(database, { auth: { external: allProviders, ...auth } });
    fixtures.set(key, fixture);
    return fixture;
  };
}

export const deleteUsersAndFlows = (database: Database) =>
  database.script(
    "delete from auth.users; delete from auth.flow_state; delete from auth.oauth_client_states",
  );

/** Returns the user of the session in a URL's fragment. */
export async function userOf(fixture: SocialFixture, finalUrl: URL) {
  const { access_token: token } = fragment(finalUrl);
  const { status, body } = await fixture.get("/user", { authorization: `Bearer ${token}` });
  expect(status).toBe(200);
  return body;
}

/** Returns the error in a URL, which must be the same in the query and the fragment. */
export function refusal(finalUrl: URL) {
  // As in the reference, a callback without a flow state reports the error only in the query.
  if (finalUrl.hash === "") return Object.fromEntries(finalUrl.searchParams);
  const { sb, ...session } = fragment(finalUrl);
  expect(sb).toBe("");
  expect(Object.fromEntries(finalUrl.searchParams)).toMatchObject(session);
  return session;
}
