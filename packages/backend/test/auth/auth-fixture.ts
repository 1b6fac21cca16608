import { AuthAdminApi, AuthClient } from "@supabase/auth-js";
import { Hono } from "hono";
import { createAuth } from "../../src/auth/app.ts";
import type { AuthContext } from "../../src/auth/context.ts";
import { createCaptchaVerifier } from "../../src/auth/guards/captcha.ts";
import { createHooks } from "../../src/auth/hooks/hooks.ts";
import { createLeakedPasswords } from "../../src/auth/passwords/leaked-passwords.ts";
import type { LeakCheck, Switches } from "../../src/config/environment/settings.ts";
import { notificationKinds } from "../../src/config/files/templates.ts";
import { type ConfigInput, defaultConfig } from "../../src/config/sections/schema.ts";
import { asAuthAdmin } from "../../src/database/auth-triggers/auth-admin.ts";
import type { Database } from "../../src/database/port.ts";
import { trustForwarding } from "../../src/http/caller/client-address.ts";
import { createAccessTokens } from "../../src/keys/access-token.ts";
import { loadProjectKeys, type ProjectKeys } from "../../src/keys/project.ts";
import { loadSigningKeys } from "../../src/keys/signing-keys.ts";
import type { Log } from "../../src/log/log.ts";
import { createMailer } from "../../src/mail/mailer.ts";
import { createOutbox } from "../../src/mail/outbox.ts";
import { type Email, MailError, type TextMessage } from "../../src/mail/transport.ts";
import { memoryStorage } from "../../src/testing/memory-storage.ts";

/** The auth wire on a database, with access to the messages that it sends. */
export interface AuthFixture {
  readonly auth: AuthContext;
  readonly app: Hono;
  readonly emails: Email[];
  readonly texts: TextMessage[];
  readonly mailServer: { isDown: boolean };
  /** The unmodified client, with its own browser storage. */
  client(flowType?: "implicit" | "pkce"): InstanceType<typeof AuthClient>;
  /** The unmodified client with the project's secret key. */
  admin(): InstanceType<typeof AuthAdminApi>;
  /** Sends a JSON request without the client. */
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Answer>;
  get(path: string, headers?: Record<string, string>): Promise<Answer>;
  /** Returns the newest message to an address. */
  emailTo(address: string): Email;
  /** Returns a client that is signed in to a new, confirmed account. */
  signedIn(email: string, flowType?: "implicit" | "pkce"): Promise<InstanceType<typeof AuthClient>>;
}

/** Discards all log entries. */
export const silentLog: Log = { error: () => {}, warn: () => {}, info: () => {} };

/** The password of accounts that {@link AuthFixture.signedIn} creates. */
export const password = "correct horse";

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: each test asserts the shape of the body
  readonly body: any;
}

export const apiVersion = { "x-supabase-api-version": "2024-01-01" };

export async function authFixture(
  database: Database,
  config: ConfigInput = {},
  sandbox?: (keys: ProjectKeys) => AuthContext["sandbox"],
  outside: {
    readonly captchaUrl?: string;
    readonly leakCheck?: LeakCheck;
    readonly switches?: Partial<Switches>;
    readonly hookTimeoutMs?: number;
    readonly log?: Log;
  } = {},
): Promise<AuthFixture> {
  const merged = defaultConfig({
    ...config,
    auth: {
      ...config.auth,
      email: { enable_confirmations: true, max_frequency: "0s", ...config.auth?.email },
      sms: {
        enable_signup: true,
        enable_confirmations: true,
        max_frequency: "0s",
        ...config.auth?.sms,
      },
    },
  });
  const emails: Email[] = [];
  const texts: TextMessage[] = [];
  const mailServer = { isDown: false };
  const keys = await loadProjectKeys(database);
  const signingKeys = await loadSigningKeys(database);
  const log = outside.log ?? silentLog;
  // Do not retry messages; otherwise one could arrive during a later test.
  const outbox = createOutbox({ database, log, retryDelaysSeconds: [] });
  const auth: AuthContext = {
    config: merged,
    // Always write as supabase_auth_admin, as in projects with triggers: every statement of the wire has to work then.
    database: asAuthAdmin(database, { current: async () => [] }),
    log,
    keys,
    signingKeys,
    accessTokens: createAccessTokens(signingKeys, keys.jwtSecret),
    mailer: createMailer({
      config: merged,
      templates: {},
      notifications: Object.fromEntries(
        notificationKinds
          .filter((kind) => merged.auth.email.notification[kind]?.enabled)
          .map((kind) => [kind, { subject: undefined, html: undefined }]),
      ),
      emailTransport: {
        send: async (email) => {
          if (mailServer.isDown) throw new MailError("The mail server is down.");
          emails.push(email);
        },
        call: async () => {
          if (mailServer.isDown) throw new MailError("The mail server is down.");
        },
      },
      textTransport: {
        send: async (message) => {
          if (mailServer.isDown) throw new MailError("The telephone network is down.");
          texts.push(message);
        },
      },
    }),
    outbox,
    hooks: createHooks({
      config: merged,
      database,
      log,
      timeouts: { timeoutMs: outside.hookTimeoutMs ?? 30_000, backoffMs: 50 },
    }),
    captcha: createCaptchaVerifier(merged, outside.captchaUrl),
    leakedPasswords: createLeakedPasswords(outside.leakCheck, log),
    ...outside.switches,
    sandbox: sandbox?.(keys),
  };
  const app = new Hono()
    .use(trustForwarding({ header: "x-forwarded-for", proxies: 1 }, log))
    .route("/", waitForMessages(auth, createAuth(auth).app));
  const answer = async (response: Response): Promise<Answer> => {
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.includes("json");
    return {
      status: response.status,
      headers: response.headers,
      body: isJson ? JSON.parse(text) : text,
    };
  };
  const emailTo = (address: string) => {
    const letter = emails.findLast(({ to }) => to === address);
    if (!letter) throw new Error(`No message went to ${address}.`);
    return letter;
  };
  const fixture: AuthFixture = {
    auth,
    app,
    emails,
    texts,
    mailServer,
    client: (flowType = "implicit") => {
      return new AuthClient({
        url: "http://localhost:3000",
        fetch: async (input, init) => app.request(new Request(input, init)),
        flowType,
        experimental: { passkey: true, recoveryCodes: true },
        autoRefreshToken: false,
        persistSession: true,
        detectSessionInUrl: false,
        storage: memoryStorage(),
      });
    },
    admin: () =>
      new AuthAdminApi({
        url: "http://localhost:3000",
        headers: { apikey: keys.secret, Authorization: `Bearer ${keys.secret}` },
        experimental: { passkey: true, recoveryCodes: true },
        fetch: async (input, init) => app.request(new Request(input, init)),
      }),
    post: async (path, body, headers = {}) =>
      answer(
        await app.request(path, {
          method: "POST",
          headers: { "content-type": "application/json", ...headers },
          body: typeof body === "string" ? body : JSON.stringify(body),
        }),
      ),
    get: async (path, headers = {}) => answer(await app.request(path, { headers })),
    emailTo,
    signedIn: async (email, flowType) => {
      const client = fixture.client(flowType);
      await client.signUp({ email, password });
      const { error } = await client.verifyOtp({
        email,
        token: emailTo(email).code ?? "",
        type: "signup",
      });
      if (error) throw error;
      return client;
    },
  };
  return fixture;
}

/** Wraps the wire so that each response waits until the messages of its request have been sent. */
export function waitForMessages({ outbox }: AuthContext, wire: Hono): Hono {
  const app = new Hono();
  app.use(async (_, next) => {
    await next();
    await outbox.drain();
  });
  return app.route("/", wire);
}

/** Requests the link in the newest message without following redirects. */
export async function followLink(fixture: AuthFixture, address: string): Promise<URL> {
  const link = new URL(fixture.emailTo(address).link ?? "");
  const answer = await fixture.app.request(
    `${link.pathname.replace("/auth/v1", "")}${link.search}`,
  );
  if (answer.status !== 303) throw new Error(`The link was answered by ${answer.status}.`);
  return new URL(answer.headers.get("location") ?? "");
}

/** Returns a client's tokens. */
export async function tokensOf(client: InstanceType<typeof AuthClient>) {
  const { data } = await client.getSession();
  return {
    access: data.session?.access_token ?? "",
    refresh: data.session?.refresh_token ?? "",
  };
}
