import { createServerClient } from "@supabase/ssr";
import { afterAll, beforeAll, expect } from "vitest";
import { type RunningServer, startServer } from "../../../backend/src/server/server.ts";
import { Inbox } from "../../../backend/src/testing/inbox.ts";
import { silentLog } from "../../../backend/test/auth/auth-fixture.ts";
import { makeTestStorage } from "../../../backend/test/databases/test-database.ts";
import { temporaryFolder } from "../../../backend/test/project-folder.ts";
import { createAuthHandler } from "../../src/server/create-auth-handler.ts";
import type { AuthHandlerOptions } from "../../src/server/options.ts";

/*
 * Runs the handler with the unmodified `@supabase/ssr` and the real backend. `Visitor` is a browser without scripts: it
 * keeps cookies, posts forms and follows the handler's redirects.
 */

export const origin = "http://localhost:3000";
export const password = "correct horse battery";

const config = `
[auth]
enable_anonymous_sign_ins = true
site_url = "${origin}"
additional_redirect_urls = ["${origin}/**", "https://app.example/**"]
minimum_password_length = 8
[auth.email]
enable_confirmations = true
max_frequency = "1h"
[auth.mfa.totp]
enroll_enabled = true
verify_enabled = true
[auth.mfa.phone]
enroll_enabled = true
verify_enabled = true
[auth.external.github]
enabled = true
[auth.external.gitlab]
enabled = true
`;

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let storage: Awaited<ReturnType<typeof makeTestStorage>>;
export let server: RunningServer;
export let inbox: Inbox;

/** Starts the backend before a file's tests, and stops it after them. */
export function setUpServer(): void {
  beforeAll(async () => {
    folder = await temporaryFolder({ "supabase/config.toml": config });
    storage = await makeTestStorage();
    server = await startServer({
      project: folder.path,
      host: "127.0.0.1",
      port: 0,
      log: silentLog,
      env: {},
      storage: storage.storage,
    });
    inbox = new Inbox(server.origin);
  });
  afterAll(async () => {
    await server?.close();
    await storage?.drop();
    await folder?.remove();
  });
}

export const freshEmail = () => `ada-${crypto.randomUUID().slice(0, 8)}@example.com`;

interface Submission {
  readonly query?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export class Visitor {
  readonly cookies = new Map<string, string>();
  readonly handler: ReturnType<typeof createAuthHandler>;
  readonly errors: unknown[] = [];
  origin = origin;
  /** The address of the page that the browser shows. */
  page = "/";

  constructor(options: Partial<AuthHandlerOptions> = {}) {
    this.handler = createAuthHandler({
      client: (cookies) =>
        createServerClient(server.origin, server.keys.publishable, {
          auth: { experimental: { recoveryCodes: true } },
          cookies,
        }),
      signedInPage: "/notes",
      passwordPage: "/password",
      onError: (error) => this.errors.push(error),
      ...options,
    });
  }

  get cookieHeader(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  }

  /** Returns the state with which the server renders the page. */
  get state() {
    const headers = new Headers({ cookie: this.cookieHeader });
    return this.handler.readState({ url: this.page, headers });
  }

  async request(path: string, init: RequestInit): Promise<Response> {
    const headers = new Headers({ cookie: this.cookieHeader });
    for (const [name, value] of new Headers(init.headers)) headers.set(name, value);
    const response = await this.handler.handle(
      new Request(this.origin + path, { ...init, headers }),
    );
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (/max-age=0/i.test(cookie)) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    const location = response.headers.get("location");
    if (location) this.page = location;
    return response;
  }

  /** Submits a view's form, as a browser does from a page of the site. */
  submit(
    view: string,
    fields: Record<string, string>,
    { query = "", headers = {} }: Submission = {},
  ) {
    return this.request(`${this.state.action}&view=${view}${query}`, {
      method: "POST",
      body: new URLSearchParams(fields),
      headers: { origin: this.origin, "sec-fetch-site": "same-origin", ...headers },
    });
  }

  /** Follows a message's link through the auth server to the handler. */
  async open(link: string): Promise<Response> {
    const response = await fetch(link, { redirect: "manual" });
    const { pathname, search } = new URL(response.headers.get("location") ?? "");
    return this.request(pathname + search, { method: "GET" });
  }

  /** Presses the button that confirms a link. */
  confirm() {
    const { action = "" } = this.state.link ?? {};
    return this.request(action, {
      method: "POST",
      body: new URLSearchParams(),
      headers: { origin: this.origin, "sec-fetch-site": "same-origin" },
    });
  }

  /** Returns a client for the session in the cookies, as another server would create it. */
  client() {
    const getAll = () =>
      [...this.cookies].map(([name, value]) => ({ name, value: decodeURIComponent(value) }));
    return createServerClient(server.origin, server.keys.publishable, {
      auth: { experimental: { recoveryCodes: true } },
      cookies: { getAll, setAll: () => {} },
    });
  }

  /** Returns the gate's state for a page, as the page's loader receives it. */
  gate(page: string) {
    const headers = new Headers({ cookie: this.cookieHeader });
    return this.handler.readGate(this.client(), { url: page, headers });
  }

  /** Returns the e-mail of the user whose session is in the cookies. */
  async email(): Promise<string | undefined> {
    return (await this.client().auth.getUser()).data.user?.email;
  }
}

/** Creates a confirmed account, and returns its e-mail. */
export async function createAccount(): Promise<string> {
  const email = freshEmail();
  const response = await fetch(`${server.origin}/auth/v1/admin/users`, {
    method: "POST",
    headers: { apikey: server.keys.secret, "content-type": "application/json" },
    body: JSON.stringify({ email, password, email_confirm: true }),
  });
  expect(response.status).toBe(200);
  return email;
}
