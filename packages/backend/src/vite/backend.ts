import { setTimeout as sleep } from "node:timers/promises";
import { onDisk } from "../config/disk.ts";
import { readLogLevel } from "../config/environment/settings.ts";
import { loadConfig } from "../config/load.ts";
import { readStatus, ServerRefusal } from "../control/running-server.ts";
import { DirectoryInUse, lockDirectory } from "../database/pglite/directory-lock.ts";
import { applicationVariables } from "../dev/application-variables.ts";
import {
  type DevelopmentServer,
  openDevelopmentServer,
  type ReservedAddress,
} from "../dev/development-server.ts";
import { watchProject } from "../dev/project-changes.ts";
import type { Problem } from "../dev/project-follower.ts";
import { type AnnouncedServer, announceServer } from "../dev/reserved-address.ts";
import { withCommandPrefix } from "../invocation.ts";
import { createLog, type Log } from "../log/log.ts";
import type { ServerOptions } from "../server/options.ts";
import { explainFailure } from "../start/explain.ts";
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
export interface BackendConsumer {
  report(level: "info" | "error", message: string): void;
  /** Shows a problem in the project's files; undefined hides it. */
  showProblem(problem: Problem | undefined): void;
  /** Restarts the Vite server with the current variables. */
  restart(): void;
  close(): Promise<void>;
}

/** The backend is closed after this time without a consumer, because some tools only read Vite's configuration. */
const unusedTimeoutMs = 10_000;

/** How often to retry if the data is in use by a process that is starting or ending. */
const retry = { intervalMs: 200, attempts: 50 };

const backends = new Map<string, Backend>();

/** Returns this process's backend for a project and its data. A restarted Vite server receives the same backend. */
export function backendOf(options: BackendOptions): Backend {
  const key = JSON.stringify(options);
  const backend = backends.get(key) ?? new Backend(options, () => backends.delete(key));
  backends.set(key, backend);
  return backend;
}

/** The backend of a project: a server in this process, or the server of another process on the same data. */
export class Backend {
  /** Resolves when the variables are known, or cannot be determined because of {@link problem}. */
  readonly announced: Promise<void>;
  /** The variables that connect an application to the backend. */
  variables: Readonly<Record<string, string>> = {};
  /** The port in the project's settings. */
  configuredPort = 0;
  /** The reason why the project's files cannot be applied. */
  problem: Problem | undefined;
  /** The lines about the backend that are printed below Vite's URLs. */
  addresses: readonly string[] = [];

  readonly #options: BackendOptions & { readonly env: NodeJS.ProcessEnv };
  readonly #log: Log;
  readonly #onClose: () => void;
  readonly #consumers = new Set<BackendConsumer>();
  /** The messages before the first consumer was added. */
  readonly #earlyMessages: Parameters<BackendConsumer["report"]>[] = [];
  #reserved: ReservedAddress | undefined;
  #opening: Promise<void> | undefined;
  #reopening: Promise<void> | undefined;
  #usesOtherProcess = false;
  #server: DevelopmentServer | undefined;
  #stopListening = () => {};
  #stopWatching = () => {};
  #unusedTimer: NodeJS.Timeout | undefined;
  #closing: Promise<void> | undefined;

  constructor(options: BackendOptions, onClose: () => void) {
    // Ignore NODE_ENV, because Vite sets it to "production" for a preview, where the backend is for development as
    // well.
    this.#options = { ...options, env: { ...process.env, NODE_ENV: undefined } };
    this.#onClose = onClose;
    this.#log = createLog(readLogLevel(process.env, process.stderr.isTTY === true));
    this.announced = this.#announce();
    this.#stopListening = closeOnSignals(() => this.close());
    void this.announced.then(() => {
      if (this.#consumers.size > 0) return;
      this.#unusedTimer = setTimeout(() => void this.close(), unusedTimeoutMs).unref();
    });
  }

  /** Keeps the backend open until the consumer is removed. */
  add(consumer: BackendConsumer): void {
    clearTimeout(this.#unusedTimer);
    this.#consumers.add(consumer);
    for (const message of this.#earlyMessages.splice(0)) consumer.report(...message);
    if (this.problem) consumer.showProblem(this.problem);
  }

  async remove(consumer: BackendConsumer): Promise<void> {
    if (!this.#consumers.delete(consumer)) return;
    if (this.#consumers.size === 0) await this.close();
  }

  /** Resolves when the backend is open, or cannot be opened because of {@link problem}. Requests wait for it. */
  open(): Promise<void> {
    this.#opening ??= this.#open();
    return this.#opening;
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    this.#onClose();
    clearTimeout(this.#unusedTimer);
    this.#stopWatching();
    await this.announced;
    await this.#opening;
    this.#stopWatching();
    await this.#reopening;
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
      if ("directory" in this.#options.storage && (await this.#useOtherProcess())) return;
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
    for (let attempt = 1; !this.#usesOtherProcess && !this.#closing; attempt++) {
      try {
        return await this.#start();
      } catch (error) {
        const isInUse = error instanceof DirectoryInUse;
        if (isInUse && (await this.#useOtherProcess())) return;
        if (!isInUse || attempt === retry.attempts || this.#closing) return this.#failToOpen(error);
      }
      await sleep(retry.intervalMs);
    }
  }

  async #start(): Promise<void> {
    const { storage, env } = this.#options;
    // First check that the directory is free, because a failed start would lose the requests to the reserved port.
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

  /** Sets the variables and the addresses, and restarts Vite if the variables have changed. */
  #describe({ origin, keys, hasInbox, deskUrl }: AnnouncedServer["server"]): void {
    this.#setVariables(applicationVariables({ origin, keys }));
    // Print the link only to a terminal, because it contains the key, which must not be written to a log file.
    const desk = process.stdout.isTTY
      ? deskUrl
      : withCommandPrefix("run `portico status` for its link");
    this.addresses = [
      `Backend: ${origin}`,
      ...(hasInbox ? [`Inbox:   ${origin}/inbox`] : []),
      ...(deskUrl ? [`Desk:    ${desk}`] : []),
    ];
  }

  #setVariables(variables: Backend["variables"]): void {
    const hasChanged = JSON.stringify(variables) !== JSON.stringify(this.variables);
    this.variables = variables;
    if (hasChanged) for (const consumer of this.#consumers) consumer.restart();
  }

  /** Uses the server that another process runs on the same data, if that server is ready. */
  async #useOtherProcess(): Promise<boolean> {
    const status = await readStatus(this.#options.directory).catch((error: unknown) => {
      if (error instanceof ServerRefusal) return undefined;
      throw error;
    });
    // Ignore this process, because a closing backend of it may still use the directory.
    if (!status || status.pid === process.pid) return false;
    const { API_URL: origin = "", ...keys } = status.variables;
    const { PUBLISHABLE_KEY: publishable = "", SECRET_KEY: secret = "" } = keys;
    const { SERVICE_ROLE_KEY: serviceRole = "" } = keys;
    this.#usesOtherProcess = true;
    this.#reserved?.port?.close();
    this.#setVariables(
      applicationVariables({ origin, keys: { publishable, secret, serviceRole } }),
    );
    this.addresses = [`Backend: ${origin} (process ${status.pid})`];
    return true;
  }

  /** Shows why the backend cannot be opened, and retries after a file has changed. */
  #failToOpen(error: unknown): void {
    const message = explainFailure(error);
    if (message === undefined) this.#log.error({ err: error }, "the backend did not start");
    // Close the port, because requests would wait for a backend that may never start.
    this.#reserved?.port?.close();
    this.#reserved = undefined;
    this.#showProblems([{ message: message ?? String(error), error }]);
    const stopWatching = watchProject(this.#options.project, this.#log, () => {
      stopWatching();
      this.#reopening = this.#reopen();
    });
    this.#stopWatching = stopWatching;
  }

  async #reopen(): Promise<void> {
    this.#opening = undefined;
    this.problem = undefined;
    await this.#announce();
    if (!this.problem) await this.open();
  }

  #showProblems(problems: readonly Problem[]): void {
    for (const { message } of problems) this.#report("error", message);
    const problem = problems.find(({ error }) => error !== undefined);
    this.problem = problem && { ...problem, message: withCommandPrefix(problem.message) };
    for (const consumer of this.#consumers) consumer.showProblem(this.problem);
    // Describe the server again, because the keys may have changed with the settings.
    if (this.#server) this.#describe(this.#server.current());
  }

  #report(level: "info" | "error", text: string): void {
    const message: Parameters<BackendConsumer["report"]> = [level, withCommandPrefix(text)];
    if (this.#consumers.size === 0) this.#earlyMessages.push(message);
    for (const consumer of this.#consumers) consumer.report(...message);
  }

  /** Handles `portico stop`. */
  async #stopProcess(): Promise<void> {
    await Promise.all([...this.#consumers].map((consumer) => consumer.close()));
    await this.close();
    process.exit(0);
  }
}
