import { existsSync } from "node:fs";
import { join } from "node:path";
import { readLogLevel } from "../config/environment/settings.ts";
import { variables } from "../config/environment/variables.ts";
import { controlDirectory } from "../control/directory.ts";
import { openEarly } from "../database/pglite/early-opening.ts";
import { recoverSwap } from "../replacement/swap.ts";
import type { ServerOptions } from "../server/options.ts";
import { formatGreeting, type GreetingOptions } from "../start/greeting.ts";
import { announceReady } from "../start/ready.ts";
import { stopOnSignals } from "../start/stopping.ts";
import { type ServerRun, superviseServer } from "../start/supervised.ts";
import { countWorkers } from "../start/worker-count.ts";
import { UsageError } from "../usage-error.ts";
import { defineCommand, type OptionValues } from "./terminal/command.ts";
import {
  type ProjectFolder,
  projectOption,
  readPort,
  readProject,
  readStoredDatabase,
  readTimeoutMs,
  resolveOption,
} from "./terminal/options.ts";
import { printMessage } from "./terminal/print.ts";
import { startNotes, startOptions } from "./terminal/start-options.ts";

export const startCommand = defineCommand({
  name: "start",
  summary: "Serve a Supabase project folder, without Docker or an account",
  options: { ...projectOption, ...startOptions },
  notes: startNotes,
  run: async ({ values }) => {
    const folder = readProject(values.project);
    const options = serverOptions(values, folder.project);
    const requestedLines = {
      hasSite: values.site !== undefined,
      wantsSecretKey: values["secret-key"] || !variables.isProduction.read(process.env),
      hasClassicKeys: values["classic-keys"],
      hasS3Keys: values["s3-keys"],
    };
    const projectNote = describeProject(folder);
    const workers = countWorkers(values.workers, options.storage);
    if (values.detach) return detach(values, options, workers);
    if (values.timeout !== undefined) throw new UsageError("--timeout needs --detach.");
    if (workers === undefined) return serve(options, requestedLines, projectNote);
    const { default: cluster } = await import("node:cluster");
    if (cluster.isWorker) return serveAsWorker(options, requestedLines, projectNote);
    const [{ createLog }, { startWorkers }] = await Promise.all([
      import("../log/log.ts"),
      import("../start/start-workers.ts"),
    ]);
    const isInteractive = process.stderr.isTTY === true;
    const log = createLog(readLogLevel(process.env, isInteractive));
    await startWorkers({
      ...options,
      workers,
      log,
      isInteractive,
      print: printMessage,
      announceReady,
    });
  },
});

type Options = Omit<ServerOptions, "log">;

function serverOptions(values: OptionValues<typeof startOptions>, project: string): Options {
  if (values.memory && values.data !== undefined) {
    throw new UsageError("Use either --memory or --data, not both.");
  }
  const storedDatabase = readStoredDatabase(values.data, project);
  return {
    project,
    host: values.host,
    port: values.port === undefined ? undefined : readPort(values.port, "--port"),
    storage: values.memory && !("url" in storedDatabase) ? { memory: true } : storedDatabase,
    databasePort: readDatabasePort(values["db-port"], values["no-db-port"]),
    isLenient: values.lenient,
    files: resolveOption(values.files),
    site: resolveOption(values.site),
    env: process.env,
    expose: {
      inbox: values["expose-inbox"],
      sandbox: values["expose-sandbox"],
      desk: values["expose-desk"],
    },
  };
}

/** Starts the same command in the background, and returns when its server is ready. */
async function detach(
  { detach: _, timeout, ...values }: OptionValues<typeof startOptions & typeof projectOption>,
  { project, storage }: Options,
  workers: number | undefined,
): Promise<void> {
  const storedDatabase = "memory" in storage ? undefined : storage;
  const { startDetached } = await import("../start/detached.ts");
  const args = Object.entries(values).flatMap(([name, value]) => {
    if (typeof value === "string") return [`--${name}=${value}`];
    return value ? [`--${name}`] : [];
  });
  await startDetached(["start", ...args], {
    logDirectory:
      storedDatabase && "directory" in storedDatabase
        ? storedDatabase.directory
        : join(project, ".portico"),
    // A server with several workers, or without stored data, has no socket for commands.
    socketDirectory:
      storedDatabase && workers === undefined
        ? controlDirectory(storedDatabase, project)
        : undefined,
    timeoutMs: readTimeoutMs(timeout),
    print: printMessage,
  });
}

function readDatabasePort(text: string | undefined, isDisabled: boolean) {
  if (isDisabled) return undefined;
  return text === undefined ? "configured" : readPort(text, "--db-port");
}

/** Returns a note if the project folder was found automatically or is empty. The note ends with a line break. */
function describeProject({ project, isDetected }: ProjectFolder): string {
  if (!existsSync(join(project, "supabase"))) {
    return `Note: ${project} has no supabase folder, so an empty project is served.\n`;
  }
  return isDetected && project !== process.cwd() ? `The project is in ${project}.\n` : "";
}

type RequestedLines = Omit<GreetingOptions, "isInteractive" | "workers">;

/** Serves with a single process. */
async function serve(
  options: Options,
  requestedLines: RequestedLines,
  projectNote: string,
): Promise<void> {
  const progress = (message: string) => printMessage(`${message}\n`);
  const isInteractive = process.stderr.isTTY === true;
  const supervised = await superviseServer(
    (overrides) => start({ ...options, progress, ...overrides }, isInteractive),
    options,
  );
  const { server, log } = supervised.started;
  const stop = stopOnSignals(["SIGINT", "SIGTERM", "SIGHUP"], supervised, log, () =>
    printMessage("\nStopping…\n"),
  );
  supervised.onStop(() => void stop(0));
  printMessage(projectNote);
  for (const warning of server.warnings) printMessage(`Note: ${warning}\n`);
  announceReady(formatGreeting(server, { ...requestedLines, isInteractive, workers: undefined }));
}

/** Serves as one of several processes. */
async function serveAsWorker(
  options: Options,
  requestedLines: RequestedLines,
  projectNote: string,
): Promise<void> {
  const { runWorker } = await import("../start/run-worker.ts");
  await runWorker(async (serveCommand, probe) => {
    const { number, of, begun, port, monitoringOrigin, isInteractive, printsProgress } =
      serveCommand;
    const progress = (message: string) => printMessage(`${message}\n`);
    const workerOptions = {
      ...options,
      port,
      worker: { of, begun, probe },
      ...(printsProgress && { progress }),
    };
    const { server, log } = await start(workerOptions, isInteractive, { worker: number });
    const text = formatGreeting(
      { ...server, monitoringOrigin },
      { ...requestedLines, isInteractive, workers: of },
    );
    return { server, log, greeting: projectNote + text };
  });
}

/** Starts the server. Its modules load while the database opens in a thread. */
async function start(
  options: Options,
  isInteractive: boolean,
  logFields: Readonly<Record<string, unknown>> | null = null,
): Promise<ServerRun> {
  const { storage } = options;
  if ("directory" in storage) await recoverSwap(storage.directory);
  const pendingDatabase = "directory" in storage ? await openEarly(storage.directory) : undefined;
  try {
    const [{ createLog }, { startResumable }] = await Promise.all([
      import("../log/log.ts"),
      import("../server/server.ts"),
    ]);
    const log = createLog(readLogLevel(process.env, isInteractive), undefined, logFields);
    const resumable = await startResumable({
      ...options,
      storage:
        "directory" in storage ? { ...storage, opening: pendingDatabase?.database } : storage,
      log,
    });
    return { ...resumable, log };
  } catch (error) {
    await pendingDatabase?.database.then((database) => database.close()).catch(() => {});
    throw error;
  }
}
