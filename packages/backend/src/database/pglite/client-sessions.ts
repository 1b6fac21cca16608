import type { PGlite } from "@electric-sql/pglite";
import { type Sql, trusted } from "../sql.ts";

/**
 * Shares PostgreSQL's only session between several programs. The backend's own requests leave no state in it. Each
 * program on the database's port has its own settings, role, temporary tables and channels, which are parked while
 * another program uses the session and restored on the program's next turn.
 */

/** The state of a program's session while another program uses PostgreSQL's session. */
interface ParkedState {
  readonly settings: Readonly<Record<string, string>>;
  readonly role: string;
  readonly user: string;
  /** Temporary tables, views, sequences and indexes, with their names while parked. */
  readonly temporary: Readonly<Record<string, string>>;
  /** Statements that were prepared with SQL's `PREPARE`. Their names are shared by all programs. */
  readonly prepared: readonly string[];
}

const initialState: ParkedState = {
  settings: {},
  role: "none",
  user: "postgres",
  temporary: {},
  prepared: [],
};

/** The session number of the backend's own requests. */
export const ownSession = 0;

/** The settings whose changes PostgreSQL reports to a program (PostgreSQL documentation, section 54.2.7). */
const reportedSettings = [
  "server_version",
  "server_encoding",
  "client_encoding",
  "application_name",
  "default_transaction_read_only",
  "in_hot_standby",
  "is_superuser",
  "session_authorization",
  "DateStyle",
  "IntervalStyle",
  "TimeZone",
  "integer_datetimes",
  "standard_conforming_strings",
  "scram_iterations",
  "search_path",
];

export class ClientSessions {
  readonly #pglite: PGlite;
  #current = ownSession;
  readonly #parked = new Map<number, ParkedState>();
  readonly #channels = new Map<number, Set<string>>();
  /** The names of custom settings such as `my.own`, which `pg_settings` does not list. */
  readonly #customSettings = new Map<number, Set<string>>();
  readonly #ownChannels = new Set<string>();

  constructor(pglite: PGlite) {
    this.#pglite = pglite;
  }

  /** Returns the number of the session that currently uses PostgreSQL's session. */
  get current(): number {
    return this.#current;
  }

  /**
   * Opens a session.
   *
   * @returns the settings to report to the program
   * @throws PostgreSQL's error if a setting or the user is invalid
   */
  async open(
    session: number,
    {
      user,
      settings,
    }: { readonly user: string; readonly settings: Readonly<Record<string, string>> },
  ): Promise<Readonly<Record<string, string>>> {
    this.#parked.set(session, { ...initialState, user, settings });
    try {
      await this.enter(session);
    } catch (error) {
      this.#parked.delete(session);
      throw error;
    }
    const { rows } = await this.#pglite.query<{ reportedSettings: Record<string, string> }>(
      `select pg_catalog.json_object_agg(name, setting) as "reportedSettings" from (
        select name, pg_catalog.current_setting(name) as setting from pg_catalog.unnest($1::text[]) name
      ) as all_reported`,
      [reportedSettings],
    );
    return rows[0]?.reportedSettings ?? {};
  }

  /** Switches to another session. No transaction may be open. */
  async enter(session: number): Promise<void> {
    if (session === this.#current) return;
    if (this.#current !== ownSession) {
      const previousSession = this.#current;
      this.#current = ownSession;
      this.#parked.set(previousSession, await this.#park(previousSession));
    }
    if (session === ownSession) return;
    const parked = this.#parked.get(session) ?? initialState;
    await this.#rename(Object.entries(parked.temporary));
    try {
      await this.#apply(parked);
    } catch (error) {
      await this.#reset();
      throw error;
    }
    this.#current = session;
  }

  /** Closes a session and drops its temporary tables. */
  async close(session: number): Promise<void> {
    await this.enter(ownSession);
    const parked = this.#parked.get(session);
    this.#parked.delete(session);
    this.#channels.delete(session);
    this.#customSettings.delete(session);
    if (!parked) return;
    const statements = [
      ...Object.keys(parked.temporary).map(
        (name) => `drop table if exists pg_temp.${quoteName(name)} cascade`,
      ),
      ...parked.prepared.map((name) => `deallocate ${quoteName(name)}`),
      ...(this.#parked.size === 0
        ? ["discard temp", "close all", "select pg_catalog.pg_advisory_unlock_all()"]
        : []),
    ];
    // `drop table` fails for a view or an index, and an index may already be gone with its table.
    for (const statement of statements) await this.#pglite.exec(statement).catch(() => {});
    await this.#listen();
  }

  /** Records that the backend itself listens on a channel. */
  addOwnChannel(channel: string): void {
    this.#ownChannels.add(channel);
  }

  isOwnChannel(channel: string): boolean {
    return this.#ownChannels.has(channel);
  }

  listeners(channel: string): readonly number[] {
    return [...this.#channels]
      .filter(([, channels]) => channels.has(channel))
      .map(([session]) => session);
  }

  /** Records which custom settings the statements of the current session may change. */
  recordSettings(text: string): void {
    const settingNames = this.#customSettings.get(this.#current) ?? new Set();
    this.#customSettings.set(this.#current, settingNames);
    for (const [, setName, setConfigName] of text.matchAll(customSetting)) {
      if (settingNames.size < maxCustomSettings) settingNames.add(setName ?? setConfigName ?? "");
    }
  }

  /** Records the channels that statements of the current session started or stopped listening on. */
  async recordChannels(texts: readonly string[], tags: ReadonlySet<string>): Promise<void> {
    const channels = this.#channels.get(this.#current) ?? new Set();
    this.#channels.set(this.#current, channels);
    for (const { verb, channel } of texts.flatMap(parseChannels)) {
      if (verb === "listen") channels.add(channel);
      else if (channel === "*") channels.clear();
      else channels.delete(channel);
    }
    if (tags.has("DISCARD ALL")) channels.clear();
    if (tags.has("UNLISTEN") || tags.has("DISCARD ALL")) await this.#listen();
  }

  /** Listens on every session's channels again, because one session's UNLISTEN affects all sessions. */
  async #listen(): Promise<void> {
    const channelNames = [
      ...this.#ownChannels,
      ...[...this.#channels.values()].flatMap((names) => [...names]),
    ];
    const statements = [
      "unlisten *",
      ...new Set(channelNames.map((name) => `listen ${quoteName(name)}`)),
    ];
    await this.#pglite.exec(statements.join(";"));
  }

  async #park(session: number): Promise<ParkedState> {
    const {
      rows: [identity],
    } = await this.#pglite.query<{ role: string; user: string }>(
      `select pg_catalog.current_setting('role') as role, session_user::text as user`,
    );
    // Switch to the superuser, because no other role can read all settings.
    await this.#pglite.exec(becomeOwner);
    const {
      rows: [state],
    } = await this.#pglite.query<{
      settings: Record<string, string> | null;
      temporary: Record<string, string> | null;
      prepared: string[];
    }>(parkedStateQuery, [[...(this.#customSettings.get(session) ?? [])]]);
    await this.#reset();
    const temporary = Object.values(state?.temporary ?? {})
      .filter((name) => !name.startsWith(parkedPrefix))
      .map((name, index) => [`${parkedPrefix}${session} ${index}`, name] as const);
    await this.#rename(temporary.map(([parked, name]) => [name, parked]));
    const otherStatements = new Set([...this.#parked.values()].flatMap(({ prepared }) => prepared));
    const ownStatements = this.#parked.get(session)?.prepared ?? [];
    return {
      settings: state?.settings ?? {},
      role: identity?.role ?? "none",
      user: identity?.user ?? "postgres",
      temporary: Object.fromEntries(temporary),
      prepared: (state?.prepared ?? []).filter(
        (name) => ownStatements.includes(name) || !otherStatements.has(name),
      ),
    };
  }

  async #apply({ settings, role, user }: ParkedState): Promise<void> {
    await this.#pglite.query(
      `select pg_catalog.set_config(key, value, false) from pg_catalog.json_each_text($1::json)`,
      [JSON.stringify(settings)],
    );
    if (user !== "postgres")
      await this.#pglite.exec(`set session authorization ${quoteName(user)}`);
    if (role !== "none") await this.#pglite.exec(`set role ${quoteName(role)}`);
  }

  async #reset(): Promise<void> {
    await this.#pglite.exec(`${becomeOwner}; reset all`);
  }

  async #rename(names: readonly (readonly [from: string, to: string])[]): Promise<void> {
    if (names.length === 0) return;
    const statements = names.map(
      ([from, to]) => `alter table pg_temp.${quoteName(from)} rename to ${quoteName(to)}`,
    );
    await this.#pglite.exec(statements.join(";"));
  }
}

/** In this PostgreSQL, which has no server process, RESET does not restore the session's user. */
const becomeBackendUser = "set session authorization postgres";
const becomeOwner = `${becomeBackendUser}; reset role`;

/** The statements that restore the backend's own session ({@link Session.restoreStatements}). */
export const restoreStatements: readonly Sql[] = [trusted(becomeBackendUser)];

/** The prefix of a parked table's name. */
const parkedPrefix = "portico parked ";

const parkedStateQuery = `
  select
    (select pg_catalog.json_object_agg(name, setting) from (
      select name, setting from pg_catalog.pg_settings
      where source = 'session' and context not in ('internal', 'postmaster')
        and name not in ('role', 'session_authorization', 'transaction_isolation',
          'transaction_read_only', 'transaction_deferrable')
      union all
      select name, pg_catalog.current_setting(name, true) from pg_catalog.unnest($1::text[]) name
      where pg_catalog.current_setting(name, true) <> ''
    ) as own) as settings,
    (select pg_catalog.json_object_agg(oid, relname) from pg_catalog.pg_class
      where relnamespace = pg_catalog.pg_my_temp_schema() and relnamespace <> 0
        and relkind in ('r', 'p', 'v', 'S', 'i', 'I', 'f')) as temporary,
    array(select name from pg_catalog.pg_prepared_statements where from_sql) as prepared`;

const customSetting =
  /\bset\s+(?:session\s+|local\s+)?((?:[a-z_]\w*\.){1,8}[a-z_]\w*)|\bset_config\s*\(\s*'((?:[a-z_]\w*\.){1,8}[a-z_]\w*)'/giu;
const maxCustomSettings = 100;

const quoteName = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Returns the channels in a text's LISTEN and UNLISTEN statements. A match in a comment or a string does no harm. */
function parseChannels(text: string): { readonly verb: string; readonly channel: string }[] {
  const matches = text.matchAll(
    /\b(un)?listen\s+(?:"((?:[^"]|""){1,252})"|([\p{L}_][\p{L}\p{N}_$]*)|(\*))/giu,
  );
  return [...matches].map(([, isUnlisten, quotedName, unquotedName, star]) => ({
    verb: isUnlisten ? "unlisten" : "listen",
    channel: quotedName?.replaceAll('""', '"') ?? unquotedName?.toLowerCase() ?? star ?? "",
  }));
}
