import type { PGliteOptions } from "@electric-sql/pglite";
import { readLeakCheck } from "../config/environment/leak-check.ts";
import { readSwitches } from "../config/environment/switch.ts";
import { loadConfig } from "../config/load.ts";
import { readProject } from "../config/project.ts";
import { fixedIssuer, withOrigin } from "../config/sections/schema.ts";
import { describeStandIns } from "../database/migrations/extension-statements.ts";
import { applyProject } from "../database/migrations/project.ts";
import { sql, trusted } from "../database/sql.ts";
import { prepareDatabase } from "../database/system.ts";
import { accessTokens } from "../keys/access-token.ts";
import { loadProjectKeys } from "../keys/project.ts";
import { loadSigningKeys } from "../keys/signing-keys.ts";
import { rememberVerified } from "../keys/verified-tokens.ts";
import type { Log } from "../log/log.ts";
import { Inbox } from "../testing/inbox.ts";
import { compose } from "./compose.ts";
import { openInTab } from "./database.ts";
import type { CookieJar } from "./instead/cookie.ts";
import { inMemory } from "./project.ts";
import { type Visited, visit } from "./visit.ts";

/**
 * The options of a backend in a tab.
 *
 * @example
 * ```ts
 * import { type BrowserBackendOptions, startBackend } from "@portico/backend/browser";
 *
 * const options: BrowserBackendOptions = {
 *   files: {
 *     "config.toml": "[auth.email]\nenable_confirmations = true",
 *     "migrations/1_notes.sql": "create table notes (id int primary key, title text)",
 *   },
 *   data: "idb://notes",
 * };
 * const backend = await startBackend(options);
 * await backend.close();
 * ```
 */
export interface BrowserBackendOptions {
  /** The files of the project, by their path below `supabase/` (`"config.toml"`, `"seed.sql"`). */
  readonly files?: Readonly<Record<string, string>>;
  /**
   * Where the data are: `"memory"` (the default), until the tab ends; or `"idb://"` and a name, where the
   * browser keeps them (IndexedDB).
   */
  readonly data?: "memory" | `idb://${string}`;
  /** A snapshot from {@link createSnapshot}: a database that does not exist yet begins as its copy, which is faster. */
  readonly snapshot?: Blob;
  /**
   * The origin that the backend answers for: links in messages lead there, and clients take it as their URL.
   * Default: that of the page.
   */
  readonly url?: string;
  /** The variables for `env(NAME)` in config.toml. */
  readonly env?: Readonly<Record<string, string>>;
  /** Extensions of PostgreSQL from PGlite's packages, which migrations create. */
  readonly extensions?: NonNullable<PGliteOptions["extensions"]>;
  /** Takes the lines that a server would log. Default: errors go to the console. */
  readonly log?: Log;
}

/**
 * A backend in this tab.
 *
 * @example
 * ```ts
 * import { type BrowserBackend, startBackend } from "@portico/backend/browser";
 *
 * const backend: BrowserBackend = await startBackend();
 * const answer = await backend.fetch(`${backend.url}/auth/v1/health`);
 * console.log(await answer.json());
 * await backend.close();
 * ```
 */
export interface BrowserBackend {
  /** Its origin, which a client takes as its URL. Only {@link BrowserBackend.fetch} leads there. */
  readonly url: string;
  readonly publishableKey: string;
  /** Past every policy. Whoever uses the page can read it, as all that the page has. */
  readonly secretKey: string;
  /** Answers a request, in place of the network. Clients take it as their `fetch`. */
  readonly fetch: typeof globalThis.fetch;
  /** The messages that it has sent. */
  readonly inbox: Inbox;
  /**
   * Goes to an address as a browser would: that of a link in a message, of a provider's sign-in, or of a form
   * in a page of the backend. Follows redirects, with the backend's cookies, until one leads to the application.
   */
  readonly visit: (address: string, init?: RequestInit) => Promise<Visited>;
  /** Sentences for the developer: settings without effect, files that were skipped. */
  readonly warnings: readonly string[];
  /** Runs SQL as the database's owner. @throws {Error} with PostgreSQL's message */
  sql(text: string): Promise<readonly Readonly<Record<string, unknown>>[]>;
  /** Sends what waits, ends the work in the background, and closes the database. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Starts a backend in this tab: the auth wire, the data wire and the inbox, on PGlite. There is no server; its
 * {@link BrowserBackend.fetch} answers.
 *
 * @throws {ConfigError} {MigrationError} {DatabaseInUse}
 *
 * @example
 * ```ts
 * import { startBackend } from "@portico/backend/browser";
 * import { AuthClient } from "@supabase/auth-js";
 *
 * // As well as `createClient(url, publishableKey, { global: { fetch } })` of @supabase/supabase-js.
 * const { url, publishableKey, fetch, inbox, visit } = await startBackend();
 * const headers = { apikey: publishableKey };
 * const auth = new AuthClient({ url: `${url}/auth/v1`, headers, fetch });
 * await auth.signInWithOtp({ email: "ada@example.com" });
 * const visited = await visit(await inbox.latestLink("ada@example.com"));
 * location.assign(visited.url);
 * ```
 */
export async function startBackend({
  files = {},
  data = "memory",
  snapshot,
  url: origin = ownOrigin(),
  env = {},
  extensions,
  log = toConsole,
}: BrowserBackendOptions = {}): Promise<BrowserBackend> {
  const folder = inMemory(files);
  const loaded = await loadConfig({ folder, env });
  const project = await readProject(folder, loaded.config);
  const config = withOrigin(loaded.config, origin);
  const database = await openInTab({ data, extensions, snapshot });
  try {
    await prepareDatabase(database);
    await applyProject(database, project);
    const keys = await loadProjectKeys(database, config.auth);
    const signingKeys = await loadSigningKeys(database, project.signingKeys);
    const issuer = fixedIssuer(loaded.config, config);
    const parts = compose({
      options: { env, log, expose: { inbox: true, sandbox: true } },
      development: { isDevelopment: true, hasInbox: true, hasSandbox: true, told: [] },
      ...{ config, project, database, keys, signingKeys },
      tokens: rememberVerified(accessTokens(signingKeys, keys.jwtSecret, issuer)),
      switches: readSwitches(env),
      leakCheck: readLeakCheck(env),
      ...{ standby: undefined, metrics: undefined, tracing: undefined },
    });
    await database.keep();
    const jar: CookieJar = { cookies: new Map() };
    const answer = async (request: Request) => {
      const response = await parts.app.fetch(request, jar);
      await database.keep();
      return response;
    };
    const fetch: typeof globalThis.fetch = async (input, init) => {
      const request = new Request(input, init);
      request.signal.throwIfAborted();
      return answer(request);
    };
    const close = async () => {
      await parts.close();
      await database.close();
    };
    return {
      url: origin,
      publishableKey: keys.publishable,
      secretKey: keys.secret,
      fetch,
      inbox: new Inbox(origin, undefined, fetch),
      visit: (address, init) => visit(answer, origin, address, init),
      warnings: [
        ...loaded.warnings,
        ...project.warnings,
        ...describeStandIns([...project.migrations, ...project.seeds]),
        ...(config.auth.email.smtp?.enabled
          ? ["[auth.email.smtp] has no effect in a browser: all messages are in the inbox."]
          : []),
      ],
      sql: async (text) =>
        (await database.query<Record<string, unknown>>(sql`${trusted(text)}`)).rows,
      close,
      [Symbol.asyncDispose]: close,
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** A page without an origin of its own, such as a sandboxed frame, has that of `portico start`. */
function ownOrigin(): string {
  const { location } = globalThis as { location?: { readonly origin: string } };
  return location && location.origin !== "null" ? location.origin : "http://localhost:54321";
}

const toConsole: Log = {
  error: ({ err }, message) => console.error(message, err),
  warn: () => {},
  info: () => {},
};
