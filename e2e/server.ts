import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { freePort } from "../scripts/process/free-port.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));

/** A running product: the same process that `npm start` runs, with the built page. */
export interface Server {
  /** The URL, without a trailing slash. */
  readonly url: string;
  /** Returns the output so far. */
  readonly output: () => string;
  /**
   * Sends a signal, by default SIGTERM, and waits until the process has ended.
   *
   * @returns its exit code, or null if the signal killed it
   */
  readonly stop: (signal?: NodeJS.Signals) => Promise<number | null>;
}

/** The options of the product. By default its database is in memory. */
export interface ServerOptions {
  /** A PostgreSQL database. */
  readonly databaseUrl?: string | undefined;
  /** A folder for the embedded database, so that the next start finds its data. */
  readonly data?: string;
  /** The project folder; the default is the product's own. */
  readonly project?: string;
  /** True to print the secret key and the desk's link, as on a terminal. */
  readonly printsSecrets?: boolean;
  /** More flags of the command. */
  readonly flags?: readonly string[];
  /** More environment variables. */
  readonly env?: Readonly<Record<string, string>>;
  /** The port, for example to reuse it at the next start; the default is a free port. */
  readonly port?: number;
}

/**
 * Starts the product and waits until it responds.
 *
 * @throws {Error} with its output, if it exits or does not respond within a minute
 */
export async function startServer(options: ServerOptions = {}): Promise<Server> {
  const port = options.port ?? (await freePort());
  const url = `http://localhost:${port}`;
  const { DATABASE_URL: _databaseUrl, ...inheritedEnvironment } = process.env;
  const env = { ...inheritedEnvironment, ...options.env };
  const child = spawn(
    process.execPath,
    [
      "packages/backend/src/cli.ts",
      "start",
      "--project",
      options.project ?? "apps/web",
      "--site",
      "apps/web/dist",
      "--port",
      String(port),
      "--no-db-port",
      ...(options.data === undefined ? ["--memory"] : ["--data", options.data]),
      ...(options.printsSecrets ? ["--secret-key"] : []),
      ...(options.flags ?? []),
      // On PostgreSQL, inbox and sandbox are off by default.
      ...(options.databaseUrl ? ["--expose-inbox", "--expose-sandbox"] : []),
    ],
    {
      cwd: root,
      env: options.databaseUrl ? { ...env, DATABASE_URL: options.databaseUrl } : env,
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  // Playwright kills its workers; the server must end with them.
  const kill = () => child.kill("SIGKILL");
  process.once("exit", kill);

  await waitForServer(child, url, () => output);
  return {
    url,
    output: () => output,
    stop: async (signal = "SIGTERM") => {
      process.off("exit", kill);
      if (child.exitCode === null && child.signalCode === null) {
        const exited = once(child, "exit");
        child.kill(signal);
        await exited;
      }
      return child.exitCode;
    },
  };
}

async function waitForServer(
  child: ChildProcess,
  url: string,
  output: () => string,
): Promise<void> {
  const timeout = AbortSignal.timeout(60_000);
  while (child.exitCode === null && child.signalCode === null) {
    const response = await fetch(`${url}/auth/v1/health`).catch(() => undefined);
    if (response?.ok) return;
    if (timeout.aborted) break;
    await pause(50);
  }
  child.kill("SIGKILL");
  throw new Error(`The product did not start. It printed:\n${output()}`);
}
