import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** This application's project on the real backend, with nothing kept. */
export interface TestBackend {
  readonly origin: string;
  readonly publishableKey: string;
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
  const { DATABASE_URL: _, ...env } = process.env;
  const server = spawn(process.execPath, command, { env, stdio: ["ignore", "pipe", "inherit"] });
  const exit = once(server, "exit");
  let said = "";
  for await (const chunk of server.stdout) {
    said += chunk;
    const origin = /API\s+(http:\S+)/.exec(said)?.[1];
    if (!origin) continue;
    const { publishableKey } = await (await fetch(`${origin}/portico.json`)).json();
    return {
      origin,
      publishableKey,
      stop: async () => {
        server.kill("SIGTERM");
        await exit;
      },
    };
  }
  throw new Error(`The backend did not start. It said: ${said}`);
}
