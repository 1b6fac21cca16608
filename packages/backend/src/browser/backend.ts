import type { PGliteOptions } from "@electric-sql/pglite";
import { readLeakCheck, readSwitches } from "../config/environment/settings.ts";
import { loadConfig } from "../config/load.ts";
import { readProject } from "../config/project.ts";
import { embeddedSettings, warnOfSettings } from "../config/sections/database-settings.ts";
import { fixedIssuer, withOrigin } from "../config/sections/schema.ts";
import { applyProject } from "../database/migrations/apply-project.ts";
import { describeStandIns } from "../database/migrations/extension-statements.ts";
import { sql, trusted } from "../database/sql.ts";
import { prepareDatabase } from "../database/system.ts";
import { createAccessTokens } from "../keys/access-token.ts";
import { loadProjectKeys } from "../keys/project.ts";
import { loadSigningKeys } from "../keys/signing-keys.ts";
import { rememberVerified } from "../keys/verified-tokens.ts";
import type { Log } from "../log/log.ts";
import { Inbox } from "../testing/inbox.ts";
import { compose } from "./compose.ts";
import { openTabDatabase } from "./database.ts";
import { memoryFolder } from "./project.ts";
import type { CookieJar } from "./substitutes/cookie.ts";
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
   * Where the data is stored. `"memory"` (the default) keeps it until the tab is closed. `"idb://"` and a name persist
   * it in the browser (IndexedDB).
   */
  readonly data?: "memory" | `idb://${string}`;
  /** A snapshot from {@link createSnapshot}. A new database starts as a copy of it, which is faster. */
  readonly snapshot?: Blob;
  /**
   * The backend's origin, which clients use as their URL and links in messages point to. Defaults to the page's origin.
   */
  readonly url?: string;
  /** The variables for `env(NAME)` in config.toml. */
  readonly env?: Readonly<Record<string, string>>;
  /** Extensions from PGlite's packages that migrations may create. */
  readonly extensions?: NonNullable<PGliteOptions["extensions"]>;
  /** Receives the log messages. By default, errors are written to the console. */
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
 * const response = await backend.fetch(`${backend.url}/auth/v1/health`);
 * console.log(await response.json());
 * await backend.close();
 * ```
 */
export interface BrowserBackend {
  /** The backend's origin, which clients use as their URL. Only {@link BrowserBackend.fetch} can reach it. */
  readonly url: string;
  readonly publishableKey: string;
  /** This key bypasses row-level security. The user of the page can read it, like everything else in the page. */
  readonly secretKey: string;
  /** Sends requests to the backend instead of the network. Pass it to clients as their `fetch`. */
  readonly fetch: typeof globalThis.fetch;
  /** The messages that the backend has sent. */
  readonly inbox: Inbox;
  /**
   * Opens a URL as a browser would: a link in a message, a provider's sign-in, or the target of a form on one of the
   * backend's pages. Follows redirects, with the backend's cookies, until one leads to the application.
   */
  readonly visit: (address: string, init?: RequestInit) => Promise<Visited>;
  /** Messages for the developer: settings without effect, and files that were skipped. */
  readonly warnings: readonly string[];
  /** Runs SQL as the database's owner. @throws {Error} with PostgreSQL's message */
  sql(text: string): Promise<readonly Readonly<Record<string, unknown>>[]>;
  /** Sends the remaining messages, stops the background work, and closes the database. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Starts a backend in this tab: the auth wire, the REST API and the inbox, on PGlite. {@link BrowserBackend.fetch}
 * handles the requests instead of a server.
 *
 * @throws {ConfigError} {MigrationError} {DatabaseInUse}
 *
 * @example
 * ```ts
 * import { startBackend } from "@portico/backend/browser";
 * import { AuthClient } from "@supabase/auth-js";
 *
 * // Or, with @supabase/supabase-js: createClient(url, publishableKey, { global: { fetch } })
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
  url: origin = pageOrigin(),
  env = {},
  extensions,
  log = consoleLog,
}: BrowserBackendOptions = {}): Promise<BrowserBackend> {
  const folder = memoryFolder(files);
  const loaded = await loadConfig({ folder, env });
  const project = await readProject(folder, loaded.config);
  const config = withOrigin(loaded.config, origin);
  const settings = embeddedSettings(project.databaseSettings);
  const database = await openTabDatabase({ data, extensions, settings, snapshot });
  try {
    await prepareDatabase(database);
    const hasVault = extensions?.["pgcrypto"] !== undefined;
    await applyProject(database, hasVault ? project : { ...project, vault: {} });
    const keys = await loadProjectKeys(database, config.auth);
    const signingKeys = await loadSigningKeys(database, project.signingKeys);
    const issuer = fixedIssuer(loaded.config, config);
    const parts = compose({
      options: { env, log, expose: { inbox: true, sandbox: true } },
      development: {
        isDevelopment: true,
        hasInbox: true,
        hasSandbox: true,
        desk: "development",
        messages: [],
      },
      config,
      project,
      database,
      keys,
      signingKeys,
      tokens: rememberVerified(createAccessTokens(signingKeys, keys.jwtSecret, issuer)),
      switches: readSwitches(env),
      leakCheck: readLeakCheck(env),
      standby: undefined,
      metrics: undefined,
      tracing: undefined,
    });
    await database.persist();
    const cookieJar: CookieJar = { cookies: new Map() };
    const respond = async (request: Request) => {
      const response = await parts.app.fetch(request, cookieJar);
      await database.persist();
      return response;
    };
    const fetch: typeof globalThis.fetch = async (input, init) => {
      const request = new Request(input, init);
      request.signal.throwIfAborted();
      return respond(request);
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
      visit: (address, init) => visit(respond, origin, address, init),
      warnings: [
        ...loaded.warnings,
        ...project.warnings,
        ...describeStandIns([...project.migrations, ...project.seeds]),
        ...warnOfSettings(project.databaseSettings, { isEmbedded: true }),
        ...(!hasVault && Object.keys(project.vault).length > 0
          ? ["[db.vault] has no effect without the extension pgcrypto, which Vault needs."]
          : []),
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

/**
 * Returns the page's origin. A page without an origin, such as a sandboxed frame, uses the default origin of `portico
 * start`.
 */
function pageOrigin(): string {
  const { location } = globalThis as { location?: { readonly origin: string } };
  return location && location.origin !== "null" ? location.origin : "http://localhost:54321";
}

const consoleLog: Log = {
  error: ({ err }, message) => console.error(message, err),
  warn: () => {},
  info: () => {},
};
