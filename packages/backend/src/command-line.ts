import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { readDatabaseVariables } from "./config/environment/database.ts";
import { readLogLevel } from "./config/environment/log-level.ts";
import { maxWorkers, readWorkers } from "./config/environment/workers.ts";
import { openAhead } from "./database/pglite/early-opening.ts";
import type { Patient } from "./doctor/doctor.ts";
import type { Log } from "./log/log.ts";
import { ownVersion } from "./own-version.ts";
import type { ServerOptions } from "./server/options.ts";
import type { RunningServer } from "./server/server.ts";
import { explain } from "./start/explain.ts";
import { greeting } from "./start/greeting.ts";
import { stopOn } from "./start/stopping.ts";
import { usage } from "./start/usage.ts";
import { UsageError } from "./start/usage-error.ts";

async function main(): Promise<void> {
  const { values, positionals, isFound } = readArguments();
  if (values.version) return print(`${ownVersion()}\n`);
  if (values.help || positionals.length === 0) return print(usage);
  const [first = "", ...sources] = positionals;
  if (first === "import" && sources.length > 0) {
    return importProject(sources, readStorage(values, resolve(values.project)));
  }
  if (first === "backup" || first === "restore") return backUpOrRestore(first, sources, values);
  const command = positionals.join(" ");
  const project = resolve(values.project);
  if (command === "doctor") {
    const storage = readStorage(values, project);
    return diagnose({
      ...values,
      directory: project,
      env: process.env,
      database: "memory" in storage ? undefined : storage,
      files: values.files && resolve(values.files),
      removesStrays: values["remove-strays"],
    });
  }
  if (command === "export") return exportProject(values.output, readStorage(values, project));
  if (command === "import") throw new UsageError("portico import needs a file or a URL.");
  if (command !== "start") {
    throw new UsageError(
      `Unknown command "${command}". Available commands: start, export, import, backup, restore, doctor.`,
    );
  }
  const options: Omit<ServerOptions, "log"> = {
    project,
    host: values.host,
    port: values.port === undefined ? undefined : readPort(values.port, "--port"),
    storage: readStorage(values, project),
    databasePort: readDatabasePort(values["db-port"], values["no-db-port"]),
    isLenient: values.lenient,
    files: values.files && resolve(values.files),
    site: values.site && resolve(values.site),
    env: process.env,
    expose: { inbox: values["expose-inbox"], sandbox: values["expose-sandbox"] },
  };
  const isProduction = process.env["NODE_ENV"] === "production";
  const lines = {
    hasSite: values.site !== undefined,
    wantsSecretKey: values["secret-key"] || !isProduction,
    hasClassicKeys: values["classic-keys"],
    hasS3Keys: values["s3-keys"],
  };
  const workers = countWorkers(values.workers, options.storage);
  const note = noteOnProject(project, isFound);
  if (workers === undefined) return serve(options, lines, note);
  const { default: cluster } = await import("node:cluster");
  if (cluster.isWorker) return serveAsWorker(options, lines, note);
  const [{ createLog }, { startWorkers }] = await Promise.all([
    import("./log/log.ts"),
    import("./start/start-workers.ts"),
  ]);
  const isInteractive = process.stderr.isTTY === true;
  const log = createLog(readLogLevel(process.env, isInteractive));
  await startWorkers({ ...options, workers, log, isInteractive, print });
}

/** Returns a note if the project folder was not named with `--project`, or is empty. It ends with a line break. */
function noteOnProject(project: string, isFound: boolean): string {
  if (!existsSync(join(project, "supabase"))) {
    return `Note: ${project} has no supabase folder, so an empty project is served.\n`;
  }
  return isFound && project !== process.cwd() ? `The project is in ${project}.\n` : "";
}

/** Serves with this process alone. */
async function serve(
  options: Omit<ServerOptions, "log">,
  lines: RequestedLines,
  note: string,
): Promise<void> {
  const progress = (message: string) => print(`${message}\n`);
  const isInteractive = process.stderr.isTTY === true;
  const { server, log } = await start({ ...options, progress }, isInteractive);
  stopOn(["SIGINT", "SIGTERM", "SIGHUP"], server, log, () => print("\nStopping…\n"));
  print(note);
  for (const warning of server.warnings) print(`Note: ${warning}\n`);
  print(greeting(server, { ...lines, isInteractive, workers: undefined }));
}

/** Serves as one of several processes. */
async function serveAsWorker(
  options: Omit<ServerOptions, "log">,
  lines: RequestedLines,
  note: string,
): Promise<void> {
  const { runWorker } = await import("./start/worker.ts");
  await runWorker(async (order, probe) => {
    const { number, of, begun, port, monitoringOrigin, isInteractive, printsProgress } = order;
    const progress = (message: string) => print(`${message}\n`);
    const workerOptions = {
      ...options,
      port,
      worker: { of, begun, probe },
      ...(printsProgress && { progress }),
    };
    const { server, log } = await start(workerOptions, isInteractive, { worker: number });
    const text = greeting(
      { ...server, monitoringOrigin },
      { ...lines, isInteractive, workers: of },
    );
    return { server, log, greeting: note + text };
  });
}

type RequestedLines = Omit<Parameters<typeof greeting>[1], "isInteractive" | "workers">;

/** Starts the server. Its modules load while the database opens in a thread. */
async function start(
  options: Omit<ServerOptions, "log">,
  isInteractive: boolean,
  logFields: Readonly<Record<string, unknown>> | null = null,
): Promise<{ readonly server: RunningServer; readonly log: Log }> {
  const { storage } = options;
  const opening = "directory" in storage ? await openAhead(storage.directory) : undefined;
  try {
    const { createLog, startServer } = await import("./index.ts");
    const log = createLog(readLogLevel(process.env, isInteractive), undefined, logFields);
    const server = await startServer({
      ...options,
      storage: "directory" in storage ? { ...storage, opening: opening?.database } : storage,
      log,
    });
    return { server, log };
  } catch (error) {
    await opening?.database.then((database) => database.close()).catch(() => {});
    throw error;
  }
}

async function exportProject(output: string, storage: ServerOptions["storage"]): Promise<void> {
  if ("memory" in storage)
    throw new UsageError("--memory stores nothing, so there is no project to export.");
  const { exportTo } = await import("./transfer/commands.ts");
  const script = await exportTo(storage, output);
  print(
    script ??
      `The project was written to ${output}. Keep it secret: it contains the project's secret and all password hashes.
Next: psql -X -d postgresql://… -f ${output}, and DATABASE_URL=postgresql://… portico start
`,
  );
}

async function importProject(
  sources: readonly string[],
  storage: ServerOptions["storage"],
): Promise<void> {
  if ("memory" in storage) throw new UsageError("--memory stores nothing. Use --data DIR instead.");
  const { importFrom } = await import("./transfer/commands.ts");
  for (const message of await importFrom(sources, storage)) print(`Note: ${message}\n`);
  print("The project was imported. Next: portico start\n");
}

async function backUpOrRestore(
  command: "backup" | "restore",
  files: readonly string[],
  values: ReturnType<typeof readArguments>["values"],
): Promise<void> {
  const [file] = files;
  if (file === undefined || files.length > 1) {
    throw new UsageError(`portico ${command} needs one file.`);
  }
  const project = resolve(values.project);
  const storage = readStorage(values, project);
  if ("memory" in storage) throw new UsageError("--memory stores nothing. Use --data DIR instead.");
  if ("url" in storage) {
    throw new UsageError(
      `portico ${command} is for the embedded database. For the server in DATABASE_URL, use pg_dump, pg_basebackup, pgBackRest, or WAL-G: docs/backup.md.`,
    );
  }
  const order = {
    project,
    env: process.env,
    directory: storage.directory,
    files: values.files && resolve(values.files),
  };
  const replaces = values.replace;
  const { backUp, restoreFrom } = await import("./backup/commands.ts");
  if (command === "restore") return print(await restoreFrom(file, order, replaces));
  print(
    await backUp(order, file, {
      verifies: !values["no-verify"],
      replaces,
      signal: abortOnSignal(),
    }),
  );
}

/** Returns a signal that aborts on Ctrl-C or when a process manager stops the command. */
function abortOnSignal(): AbortSignal {
  const controller = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.once(signal, () => controller.abort(new UsageError("Stopped.")));
  }
  return controller.signal;
}

async function diagnose(options: Patient): Promise<void> {
  for (const [option, url] of Object.entries({ page: options.page, url: options.url })) {
    if (url !== undefined && !/^https?:/.test(url)) {
      throw new UsageError(`--${option} must be an http or https URL; got "${url}".`);
    }
  }
  const { examine, report } = await import("./doctor/doctor.ts");
  const findings = await examine(options);
  print(report(findings));
  process.exitCode = findings.some(({ severity }) => severity === "wrong") ? 1 : 0;
}

/** Reads the arguments. Without `--project`, the project is the closest folder above with a `supabase/config.toml`. */
function readArguments() {
  const { values, positionals } = parseArguments();
  const isFound = values.project === undefined;
  return {
    ...{ positionals, isFound },
    values: { ...values, project: values.project ?? closestProject() },
  };
}

/** Finds the project as the Supabase CLI does, also from a subfolder. Defaults to the current folder. */
function closestProject(): string {
  const workingDirectory = process.cwd();
  for (let directory = workingDirectory; ; directory = dirname(directory)) {
    if (existsSync(join(directory, "supabase/config.toml"))) return directory;
    if (dirname(directory) === directory) return workingDirectory;
  }
}

function parseArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        project: { type: "string" },
        workers: { type: "string" },
        host: { type: "string", default: "127.0.0.1" },
        port: { type: "string" },
        data: { type: "string" },
        memory: { type: "boolean", default: false },
        lenient: { type: "boolean", default: false },
        site: { type: "string" },
        files: { type: "string" },
        "db-port": { type: "string" },
        "no-db-port": { type: "boolean", default: false },
        "expose-inbox": { type: "boolean", default: false },
        "expose-sandbox": { type: "boolean", default: false },
        output: { type: "string", default: "portico-export.sql" },
        page: { type: "string" },
        url: { type: "string" },
        key: { type: "string" },
        "s3-keys": { type: "boolean", default: false },
        replace: { type: "boolean", default: false },
        "no-verify": { type: "boolean", default: false },
        "remove-strays": { type: "boolean", default: false },
        "secret-key": { type: "boolean", default: false },
        "classic-keys": { type: "boolean", default: false },
        version: { type: "boolean", default: false },
        help: { type: "boolean", default: false },
      },
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function readPort(text: string, option: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65535) return port;
  throw new UsageError(`${option} must be a number from 0 to 65535, not "${text}".`);
}

/** Returns undefined if this process serves alone. */
function countWorkers(
  option: string | undefined,
  storage: ServerOptions["storage"],
): number | undefined {
  const name = option === undefined ? "PORTICO_WORKERS" : "--workers";
  const text = option ?? process.env["PORTICO_WORKERS"];
  if (option === undefined && !text) return undefined;
  const count = readWorkers(text ?? "");
  if (count === undefined) {
    throw new UsageError(
      `${name} must be a number from 1 to ${maxWorkers}, or auto, not "${text}".`,
    );
  }
  if ("url" in storage) return count;
  if (count === 1) return undefined;
  throw new UsageError(
    `${name} needs a PostgreSQL server in DATABASE_URL. The embedded database supports one process only.`,
  );
}

function readDatabasePort(text: string | undefined, isClosed: boolean) {
  if (isClosed) return undefined;
  return text === undefined ? "configured" : readPort(text, "--db-port");
}

function readStorage(
  values: { readonly data?: string | undefined; readonly memory: boolean },
  project: string,
): ServerOptions["storage"] {
  const server = readDatabaseVariables(process.env);
  if (values.memory && values.data !== undefined) {
    throw new UsageError("Use either --memory or --data, not both.");
  }
  if (server) return server;
  if (values.memory) return { memory: true };
  return { directory: resolve(values.data ?? `${project}/.portico`) };
}

function print(text: string): void {
  process.stdout.write(text);
}

// The reader of the output may close it (`portico start | head`); the server keeps running.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});

main().catch((error: unknown) => {
  const message = explain(error);
  process.stderr.write(`${message ?? (error instanceof Error ? error.stack : String(error))}\n`);
  process.exit(1);
});
