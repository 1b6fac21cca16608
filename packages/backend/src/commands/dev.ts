import { spawn } from "node:child_process";
import { constants } from "node:os";
import { join } from "node:path";
import { onDisk } from "../config/disk.ts";
import { readLogLevel } from "../config/environment/settings.ts";
import { loadConfig } from "../config/load.ts";
import type { ParsedConfig } from "../config/sections/schema.ts";
import { lockDirectory } from "../database/pglite/directory-lock.ts";
import type { BranchFollower } from "../dev/branch-follower.ts";
import { stopProcessTree } from "../dev/stop-process-tree.ts";
import { requireFreePort } from "../http/listening/free-port.ts";
import { makeDataDirectory } from "../private-directory.ts";
import { recoverSwap } from "../replacement/swap.ts";
import type { RunningServer } from "../server/server.ts";
import { formatGreeting, stopAdvice } from "../start/greeting.ts";
import { stopOnSignals } from "../start/stopping.ts";
import { UsageError } from "../usage-error.ts";
import { activateDatabase } from "./project-database/rebuild.ts";
import { defineCommand } from "./terminal/command.ts";
import {
  dataOption,
  projectOption,
  readPort,
  readProject,
  readStoredDatabase,
  type StoredDatabase,
} from "./terminal/options.ts";
import { printError, printMessage } from "./terminal/print.ts";

export const devCommand = defineCommand({
  name: "dev",
  parameters: "[-- COMMAND…]",
  summary: "Serve the project, apply its files as they are saved, and run a command beside it",
  options: {
    ...projectOption,
    ...dataOption,
    port: {
      type: "string",
      argument: "PORT",
      help: "the port to listen on (default: [api] port, or any free one)",
    },
    "db-port": {
      type: "string",
      argument: "PORT",
      help: "the port of the embedded database (default: [db] port, or any free one)",
    },
    branches: {
      type: "boolean",
      help: "keep one database for each git branch, and follow git switch (also [portico] branches)",
    },
    "allow-drops": {
      type: "boolean",
      help: "let the files of supabase/schemas delete data and objects",
    },
  },
  notes: `The command gets the addresses and keys as SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY and
SUPABASE_SECRET_KEY. The first two also have the prefixes of frameworks, such as VITE_ and NEXT_PUBLIC_.
`,
  async run({ values, parameters }) {
    const { project } = readProject(values.project);
    const storage = readStoredDatabase(values.data, project);
    const directory = "directory" in storage ? storage.directory : join(project, ".portico");
    const { config } = await loadConfig({ folder: onDisk(project), env: process.env });
    const isInteractive = process.stderr.isTTY === true;
    const [{ createLog }, { openDevelopmentServer }] = await Promise.all([
      import("../index.ts"),
      import("../dev/development-server.ts"),
    ]);
    await makeDataDirectory(directory);
    if ("directory" in storage) await (await lockDirectory(storage.directory))();
    const ports = await choosePorts(values, config);
    const follower =
      values.branches || config.portico.branches ? await openFollower(project, storage) : undefined;
    if ("directory" in storage) await recoverSwap(storage.directory);
    const switchMessage = await follower?.follow((replacement) =>
      activateDatabase(directory, replacement),
    );
    if (switchMessage !== undefined) printMessage(`${switchMessage}\n`);
    const log = createLog(readLogLevel(process.env, isInteractive));
    let hadProblems = false;
    const server = await openDevelopmentServer({
      project,
      directory,
      storage,
      log,
      env: process.env,
      ports,
      branches: follower,
      startsWithoutMigrations: false,
      allowsDrops: values["allow-drops"],
      howToAllowDrops: "portico dev --allow-drops",
      onStart: ({ started }) => {
        for (const warning of started.server.warnings) printMessage(`Note: ${warning}\n`);
        const greetingOptions = {
          hasSite: false,
          hasClassicKeys: false,
          hasS3Keys: false,
          wantsSecretKey: true,
          workers: undefined,
        };
        printMessage(
          formatGreeting(started.server, { ...greetingOptions, isInteractive }) + stopAdvice,
        );
      },
      progress: (message) => printMessage(`${message}\n`),
      report: (message) => printMessage(`${message}\n`),
      reportProblems: (problems) => {
        if (hadProblems && problems.length === 0) printMessage("No problems are left.\n");
        hadProblems = problems.length > 0;
        for (const { message } of problems) printError(`${message}\n`);
      },
    });
    const stop = stopOnSignals(["SIGINT", "SIGTERM", "SIGHUP"], server, log, () =>
      printMessage("\nStopping…\n"),
    );
    server.onStop(() => void stop(0));
    if (parameters.length > 0) {
      await server.follower.settled();
      const variables = await variablesFor(server.current(), config.api.port);
      runCommand(parameters, { ...process.env, ...variables, ...setVariables(process.env) }, stop);
    }
  },
});

/**
 * Returns the ports to use. An option requires its port; a port from config.toml is only preferred.
 *
 * @throws {UsageError} if a port of an option is in use
 */
async function choosePorts(
  options: { readonly port?: string | undefined; readonly "db-port"?: string | undefined },
  config: Pick<ParsedConfig, "api" | "db">,
) {
  const choose = async (option: "port" | "db-port", configuredPort: number) => {
    const text = options[option];
    if (text === undefined) return configuredPort;
    const port = readPort(text, `--${option}`);
    await requireFreePort(port, `--${option}`);
    return port;
  };
  return {
    api: await choose("port", config.api.port),
    database: await choose("db-port", config.db.port),
  };
}

/**
 * Returns a follower of the project's git branches, or undefined outside of a repository.
 *
 * @throws {UsageError} if the project cannot have a database for each branch
 */
async function openFollower(
  project: string,
  storage: StoredDatabase,
): Promise<BranchFollower | undefined> {
  if (!("directory" in storage)) {
    throw new UsageError(
      "One database for each git branch is for the embedded database. DATABASE_URL names a server: unset it first.",
    );
  }
  const { openBranchFollower } = await import("../dev/branch-follower.ts");
  const follower = await openBranchFollower({ project, env: process.env, ...storage });
  if (!follower)
    printMessage(`Note: ${project} is not in a git repository, so it has one database.\n`);
  return follower;
}

/**
 * Returns the environment variables to add for a command in the current folder, except those that the folder's own
 * `.env` files set.
 */
async function variablesFor(
  server: RunningServer,
  configuredPort: number,
): Promise<Readonly<Record<string, string>>> {
  const [{ applicationVariables }, { readEnvFiles, findRemoteProject, withoutOwnUrls }] =
    await Promise.all([
      import("../dev/application-variables.ts"),
      import("../dev/variables-of-user.ts"),
    ]);
  const fileVariables = setVariables(await readEnvFiles(process.cwd(), "development"));
  const userVariables = new Map(Object.entries({ ...fileVariables, ...setVariables(process.env) }));
  const remote = findRemoteProject(userVariables);
  if (remote) {
    printMessage(
      `${remote.name} is ${remote.url}, so the command uses that instead of this backend.\n`,
    );
    return {};
  }
  const missingVariables = withoutOwnUrls(userVariables, configuredPort);
  const variables = Object.entries(applicationVariables(server));
  return Object.fromEntries(variables.filter(([name]) => !missingVariables.has(name)));
}

/** Returns the variables that have a non-empty value. */
const setVariables = (
  env: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  );

/** Runs a command until it ends, and then stops the server and exits with the command's code. */
function runCommand(
  [program = "", ...args]: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  stop: (code: number) => Promise<void>,
): void {
  // Use a shell on Windows, where programs from npm packages are shell scripts.
  const child = spawn(program, args, {
    stdio: "inherit",
    env,
    shell: process.platform === "win32",
  });
  child.once("error", (error) => {
    process.stderr.write(`${program} could not be run: ${error.message}\n`);
    void stop(127);
  });
  child.once("exit", (code, signal) => {
    void stop(code ?? 128 + (signal ? constants.signals[signal] : 1));
  });
  // The server has ended because of a signal, `portico stop` or a failure.
  process.once("exit", () => {
    const isRunning = child.exitCode === null && child.signalCode === null;
    if (isRunning && child.pid !== undefined) stopProcessTree(child.pid);
  });
}
