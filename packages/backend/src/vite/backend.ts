import { setTimeout as sleep } from "node:timers/promises";
import { onDisk } from "../config/disk.ts";
import { readLogLevel } from "../config/environment/settings.ts";
import { loadConfig } from "../config/load.ts";
import { readStatus, ServerRefusal } from "../control/running-server.ts";
import { DirectoryInUse, lockDirectory } from "../database/pglite/directory-lock.ts";
import { applicationVariables } from "../dev/application-variables.ts";
import type { Problem } from "../dev/developer.ts";
import {
  type DevelopmentServer,
  openDevelopmentServer,
  type ReservedAddress,
} from "../dev/development-server.ts";
import { watchProject } from "../dev/project-changes.ts";
import { type AnnouncedServer, announceServer } from "../dev/reserved-address.ts";
import { createLog, type Log } from "../log/log.ts";
import type { ServerOptions } from "../server/options.ts";
import { explain } from "../start/explain.ts";
import { closeOnSignals } from "./signals.ts";
import { withdrawVariables } from "./variables.ts";

/** The options of a backend for a Vite server. */
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
  /** Shows a problem of the project's files; undefined removes it. */
  showProblem(problem: Problem | undefined): void;
  /** Starts the Vite server again with the current variables. */
  restart(): void;
  close(): Promise<void>;
}

/** Tools that only read Vite's configuration start a backend and never use it. */
const unusedTimeoutMs = 10_000;

/** How often to retry if the data is in use by a process that is starting or ending. */
const inUse = { intervalMs: 200, attempts: 50 };

const backends = new Map<string, Backend>();

/** Returns this process's backend for a project and its data. A Vite server that restarts gets the same backend. */
export function backendOf(options: BackendOptions): Backend {
  const key = JSON.stringify(options);
  const backend = backends.get(key) ?? new Backend(options, () => backends.delete(key));
  backends.set(key, backend);
  return backend;
}

/** A backend in this process, or a backend that another process runs on the same data. */
export class Backend {
  /** Resolves when the variables are known, or cannot be determined because of {@link problem}. */
  readonly announced: Promise<void>;
  /** The variables with which an application reaches the backend. */
  variables: Readonly<Record<string, string>> = {};
  /** The port in the project's settings. */
  configuredPort = 0;
  /** The reason why the project's files cannot be applied. */
  problem: Problem | undefined;
  /** Lines about the backend, to be printed below Vite's addresses. */
  addresses: readonly string[] = [];

  readonly #options: BackendOptions & { readonly env: NodeJS.ProcessEnv };
  readonly #log: Log;
  readonly #onClose: () => void;
  readonly #users = new Set<BackendUser>();
  /** Messages that were reported before there was a user. */
  readonly #messages: Parameters<BackendUser["report"]>[] = [];
  #reserved: ReservedAddress | undefined;
  #opened: Promise<void> | undefined;
  #reopened: Promise<void> | undefined;
  #isElsewhere = false;
  #server: DevelopmentServer | undefined;
  #stopListening = () => {};
  #stopWatching = () => {};
  #unused: NodeJS.Timeout | undefined;
  #closing: Promise<void> | undefined;

  constructor(options: BackendOptions, onClose: () => void) {
    // Vite sets NODE_ENV, for a preview to "production". The backend is for development in both cases.
    this.#options = { ...options, env: { ...process.env, NODE_ENV: undefined } };
    this.#onClose = onClose;
    this.#log = createLog(readLogLevel(process.env, process.stderr.isTTY === true));
    this.announced = this.#announce();
    this.#stopListening = closeOnSignals(() => this.close());
    void this.announced.then(() => {
      if (this.#users.size > 0) return;
      this.#unused = setTimeout(() => void this.close(), unusedTimeoutMs).unref();
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

  /** Resolves when the backend is open, or cannot be opened because of {@link problem}. Requests wait for it. */
  open(): Promise<void> {
    this.#opened ??= this.#open();
    return this.#opened;
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    this.#onClose();
    clearTimeout(this.#unused);
    this.#stopWatching();
    await this.announced;
    await this.#opened;
    this.#stopWatching();
    await this.#reopened;
    withdrawVariables(this);
    this.#reserved?.port?.close();
    await this.#server?.close();
    this.#stopListening();
  }

  /** Chooses the address and the keys, so that Vite can start before the backend is open. */
  async #announce(): Promise<void> {
    try {
      const { project, env } = this.#options;
      const { config } = await loadConfig({ folder: onDisk(project), env });
      this.configuredPort = config.api.port;
      if ("directory" in this.#options.storage && (await this.#useServerElsewhere())) return;
      const announced = await announceServer(this.#options, config);
      if (!announced) return await this.open();
      this.#reserved = announced.reserved;
      this.#describe(announced.server);
      void announced.reserved.port?.firstConnection.then(() => this.open());
    } catch (error) {
      this.#failToOpen(error);
    }
  }

  async #open(): Promise<void> {
    for (let attempt = 1; !this.#isElsewhere && !this.#closing; attempt++) {
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
    const { storage, env } = this.#options;
    // Check that the directory is free first: a start that then finds it in use would lose requests to the reserved
    // port.
    if ("directory" in storage) await (await lockDirectory(storage.directory))();
    const { config } = await loadConfig({ folder: onDisk(this.#options.project), env });
    const server = await openDevelopmentServer({
      ...this.#options,
      log: this.#log,
      reserved: this.#reserved,
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
    this.#describe(server.current());
  }

  /** Sets the variables and the addresses. Vite starts again if an application has others. */
  #describe({ origin, keys, hasInbox, deskUrl }: AnnouncedServer["server"]): void {
    this.#setVariables(applicationVariables({ origin, keys }));
    // The link has the key, which a log would keep.
    const desk = process.stdout.isTTY ? deskUrl : "run `portico status` for its link";
    this.addresses = [
      `Backend: ${origin}`,
      ...(hasInbox ? [`Inbox:   ${origin}/inbox`] : []),
      ...(deskUrl ? [`Desk:    ${desk}`] : []),
    ];
  }

  #setVariables(variables: Backend["variables"]): void {
    const haveChanged = JSON.stringify(variables) !== JSON.stringify(this.variables);
    this.variables = variables;
    if (haveChanged) for (const user of this.#users) user.restart();
  }

  /** Uses the server that another process runs on the same data, if that server is ready. */
  async #useServerElsewhere(): Promise<boolean> {
    const status = await readStatus(this.#options.directory).catch((error: unknown) => {
      if (error instanceof ServerRefusal) return undefined;
      throw error;
    });
    // A backend of this process that is just closing still uses the directory.
    if (!status || status.pid === process.pid) return false;
    const { API_URL: origin = "", ...keys } = status.variables;
    const { PUBLISHABLE_KEY: publishable = "", SECRET_KEY: secret = "" } = keys;
    const { SERVICE_ROLE_KEY: serviceRole = "" } = keys;
    this.#isElsewhere = true;
    this.#reserved?.port?.close();
    this.#setVariables(
      applicationVariables({ origin, keys: { publishable, secret, serviceRole } }),
    );
    this.addresses = [`Backend: ${origin} (process ${status.pid})`];
    return true;
  }

  /** Shows why the backend cannot be opened, and retries when a file has changed. */
  #failToOpen(error: unknown): void {
    const message = explain(error);
    if (message === undefined) this.#log.error({ err: error }, "the backend did not start");
    // Close the port, because requests would wait for a start that may never happen.
    this.#reserved?.port?.close();
    this.#reserved = undefined;
    this.#showProblems([{ message: message ?? String(error), error }]);
    const stopWatching = watchProject(this.#options.project, this.#log, () => {
      stopWatching();
      this.#reopened = this.#reopen();
    });
    this.#stopWatching = stopWatching;
  }

  async #reopen(): Promise<void> {
    this.#opened = undefined;
    this.problem = undefined;
    await this.#announce();
    if (!this.problem) await this.open();
  }

  #showProblems(problems: readonly Problem[]): void {
    for (const { message } of problems) this.#report("error", message);
    this.problem = problems.find(({ error }) => error !== undefined);
    for (const user of this.#users) user.showProblem(this.problem);
    // The keys may have changed with the settings.
    if (this.#server) this.#describe(this.#server.current());
  }

  #report(...message: Parameters<BackendUser["report"]>): void {
    if (this.#users.size === 0) this.#messages.push(message);
    for (const user of this.#users) user.report(...message);
  }

  /** Executes the request of `portico stop`. */
  async #stopProcess(): Promise<void> {
    await Promise.all([...this.#users].map((user) => user.close()));
    await this.close();
    process.exit(0);
  }
}
