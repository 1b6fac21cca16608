import { setTimeout as sleep } from "node:timers/promises";
import { onDisk } from "../config/disk.ts";
import { readLogLevel } from "../config/environment/settings.ts";
import { loadConfig } from "../config/load.ts";
import { readStatus, ServerRefusal } from "../control/running-server.ts";
import { DirectoryInUse } from "../database/pglite/directory-lock.ts";
import { applicationVariables } from "../dev/application-variables.ts";
import type { Problem } from "../dev/developer.ts";
import { type DevelopmentServer, openDevelopmentServer } from "../dev/development-server.ts";
import { watchProject } from "../dev/project-changes.ts";
import { createLog, type Log } from "../log/log.ts";
import type { ServerOptions } from "../server/options.ts";
import { explain } from "../start/explain.ts";
import { closeOnSignals } from "./signals.ts";
import { withdrawVariables } from "./variables.ts";

/** The backend of a Vite server. */
export interface BackendOptions {
  readonly project: string;
  readonly storage: ServerOptions["storage"];
  /** The private folder of the project. */
  readonly directory: string;
  readonly allowsDrops: boolean;
}

/** A Vite server that uses a backend. */
export interface BackendUser {
  report(level: "info" | "error", message: string): void;
  /** Shows what is wrong with the project's files, or that nothing is. */
  showProblem(problem: Problem | undefined): void;
  /** Starts the Vite server again, with the variables as they are now. */
  restart(): void;
  close(): Promise<void>;
}

/** Tools that only read the configuration of Vite start a backend without using it. */
const unusedTimeoutMs = 10_000;

/** How often to try if the data is in use by a process that is starting or ending. */
const inUse = { intervalMs: 200, attempts: 50 };

const backends = new Map<string, Backend>();

/** Returns the backend of this process for a project and its data. A Vite server that restarts gets the same one. */
export function backendOf(options: BackendOptions): Backend {
  const key = JSON.stringify(options);
  const backend = backends.get(key) ?? new Backend(options, () => backends.delete(key));
  backends.set(key, backend);
  return backend;
}

/** A backend in this process, or the one that another process runs on the same data. */
export class Backend {
  /** Resolves when the backend is open, or cannot be opened because of {@link problem}. */
  opened: Promise<void>;
  /** The variables with which an application reaches it. */
  variables: Readonly<Record<string, string>> = {};
  /** Why the project's files cannot be applied. */
  problem: Problem | undefined;
  /** Lines about it that are printed below Vite's addresses. */
  addresses: readonly string[] = [];

  readonly #options: BackendOptions;
  readonly #log: Log;
  readonly #onClose: () => void;
  readonly #users = new Set<BackendUser>();
  /** What was reported before there was a user. */
  readonly #messages: Parameters<BackendUser["report"]>[] = [];
  #server: DevelopmentServer | undefined;
  #stopListening = () => {};
  #stopWatching = () => {};
  #unused: NodeJS.Timeout | undefined;
  #closing: Promise<void> | undefined;

  constructor(options: BackendOptions, onClose: () => void) {
    this.#options = options;
    this.#onClose = onClose;
    this.#log = createLog(readLogLevel(process.env, process.stderr.isTTY === true));
    this.opened = this.#open();
    this.#stopListening = closeOnSignals(() => this.close());
    void this.opened.then(() => {
      if (this.#users.size > 0) return;
      this.#unused = setTimeout(() => void this.close(), unusedTimeoutMs);
    });
  }

  /** Keeps the backend open until the user is removed. */
  add(user: BackendUser): void {
    clearTimeout(this.#unused);
    this.#users.add(user);
    for (const message of this.#messages.splice(0)) user.report(...message);
    if (this.problem) user.showProblem(this.problem);
  }

  async remove(user: BackendUser): Promise<void> {
    if (!this.#users.delete(user)) return;
    if (this.#users.size === 0) await this.close();
  }

  /** Resolves when requests find the tables of the migrations. */
  async migrated(): Promise<void> {
    await this.opened;
    await this.#server?.developer.migrated;
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    this.#onClose();
    clearTimeout(this.#unused);
    this.#stopWatching();
    await this.opened;
    this.#stopWatching();
    withdrawVariables(this);
    await this.#server?.close();
    this.#stopListening();
  }

  async #open(): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#start();
      } catch (error) {
        const isInUse = error instanceof DirectoryInUse;
        if (isInUse && (await this.#useServerElsewhere())) return;
        if (!isInUse || attempt === inUse.attempts || this.#closing) return this.#failToOpen(error);
      }
      await sleep(inUse.intervalMs);
    }
  }

  async #start(): Promise<void> {
    const { project, directory, storage, allowsDrops } = this.#options;
    // Vite sets NODE_ENV, to "production" for a preview. The backend is for development in either case.
    const env = { ...process.env, NODE_ENV: undefined };
    const { config } = await loadConfig({ folder: onDisk(project), env });
    const server = await openDevelopmentServer({
      ...{ project, directory, storage, allowsDrops, env },
      log: this.#log,
      ports: { api: config.api.port, database: config.db.port },
      startsWithoutMigrations: true,
      howToAllowDrops: "portico({ allowDrops: true }) in the configuration of Vite",
      onStart: ({ started }) => {
        for (const warning of started.server.warnings) this.#report("info", `Note: ${warning}`);
      },
      report: (message) => this.#report("info", message),
      reportProblems: (problems) => this.#showProblems(problems),
    });
    this.#server = server;
    server.onStop(() => void this.#stopProcess());
    this.#readServer(server);
  }

  #readServer(server: DevelopmentServer): void {
    const running = server.current();
    this.variables = applicationVariables(running);
    this.addresses = [
      `Backend: ${running.origin}`,
      ...(running.hasInbox ? [`Inbox:   ${running.origin}/inbox`] : []),
    ];
  }

  /** Uses the server that another process runs on the same data, if it is ready. */
  async #useServerElsewhere(): Promise<boolean> {
    const status = await readStatus(this.#options.directory).catch((error: unknown) => {
      if (error instanceof ServerRefusal) return undefined;
      throw error;
    });
    // A backend of this process that is closing still has the directory.
    if (!status || status.pid === process.pid) return false;
    const { API_URL: origin = "", ...keys } = status.variables;
    const { PUBLISHABLE_KEY: publishable = "", SECRET_KEY: secret = "" } = keys;
    const { SERVICE_ROLE_KEY: serviceRole = "" } = keys;
    this.variables = applicationVariables({ origin, keys: { publishable, secret, serviceRole } });
    this.addresses = [`Backend: ${origin} (process ${status.pid})`];
    return true;
  }

  /** Shows why the backend cannot be opened, and tries again when a file has changed. */
  #failToOpen(error: unknown): void {
    const message = explain(error);
    if (message === undefined) this.#log.error({ err: error }, "the backend did not start");
    this.#showProblems([{ message: message ?? String(error), error }]);
    const stopWatching = watchProject(this.#options.project, this.#log, async () => {
      stopWatching();
      this.opened = this.#open();
      await this.opened;
      // The variables of the application are known only now.
      if (this.#server) for (const user of this.#users) user.restart();
    });
    this.#stopWatching = stopWatching;
  }

  #showProblems(problems: readonly Problem[]): void {
    for (const { message } of problems) this.#report("error", message);
    this.problem = problems.find(({ error }) => error !== undefined);
    for (const user of this.#users) user.showProblem(this.problem);
    const server = this.#server;
    if (!server) return;
    const { SUPABASE_PUBLISHABLE_KEY: before } = this.variables;
    this.#readServer(server);
    // A database in memory has other keys after the settings have changed.
    if (before !== this.variables["SUPABASE_PUBLISHABLE_KEY"]) {
      for (const user of this.#users) user.restart();
    }
  }

  #report(...message: Parameters<BackendUser["report"]>): void {
    if (this.#users.size === 0) this.#messages.push(message);
    for (const user of this.#users) user.report(...message);
  }

  /** Does what `portico stop` asks for. */
  async #stopProcess(): Promise<void> {
    await Promise.all([...this.#users].map((user) => user.close()));
    await this.close();
    process.exit(0);
  }
}
