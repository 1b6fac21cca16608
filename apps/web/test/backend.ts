import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** This application's project on the real backend, with nothing kept. */
export interface TestBackend {
  readonly origin: string;
  readonly publishableKey: string;
  readonly secretKey: string;
  stop(): Promise<void>;
}

/**
 * Starts the backend as a process of its own, on a free port; the tests know it by HTTP alone, as
 * the application does.
 *
 * @param page a folder with an `index.html` to serve beside it
 */
export async function startBackend(page?: string): Promise<TestBackend> {
  const command = [
    here("../../../packages/backend/src/cli.ts"),
    ...["start", "--memory", "--port", "0", "--project", here("..")],
    ...(page ? ["--site", page] : []),
  ];
  const { DATABASE_URL: _, ...inherited } = process.env;
  // A test that asks from elsewhere says so as a proxy does.
  const env = { ...inherited, PORTICO_TRUSTED_PROXIES: "1" };
  const server = spawn(process.execPath, command, { env, stdio: ["ignore", "pipe", "inherit"] });
  const exit = once(server, "exit");
  const { origin, secretKey } = await saidBy(server);
  const { publishableKey } = await (await fetch(`${origin}/portico.json`)).json();
  return {
    origin,
    publishableKey,
    secretKey,
    stop: async () => {
      server.kill("SIGTERM");
      await exit;
    },
  };
}

/** The address and the key that the backend prints once it answers. */
function saidBy(
  server: ChildProcessByStdio<null, Readable, null>,
): Promise<Pick<TestBackend, "origin" | "secretKey">> {
  return new Promise((resolve, reject) => {
    let said = "";
    server.stdout.on("data", (chunk) => {
      said += chunk;
      const origin = /API\s+(http:\S+)/.exec(said)?.[1];
      const secretKey = /Secret key\s+(\S+)/.exec(said)?.[1];
      if (origin && secretKey) resolve({ origin, secretKey });
    });
    server.once("exit", () => reject(new Error(`The backend did not start. It said: ${said}`)));
  });
}
