import { type ChildProcess, spawn } from "node:child_process";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Child, start } from "./child.ts";
import type { DriverCommand } from "./driver-alone.ts";
import type { Load, Request } from "./load.ts";
import type { RoundResult, Workload } from "./measure.ts";
import type { ServerCommand, ServerCredentials } from "./server.ts";
import type { Step } from "./statement-recorder.ts";

/** The servers to compare with bare drivers, on one kind of database. */
export interface Stage {
  readonly name: string;
  readonly servers: readonly Child[];
  readonly origins: readonly string[];
  readonly publishable: string;
  readonly secret: string;
  /** A signed-in user. */
  readonly user: SignedInUser;
  /** Sends requests to the servers over HTTP. */
  wire(
    requests: readonly Request[],
    load: { connections: number; pauseMs?: number; maxRequests?: number },
  ): Workload;
  /** Runs the SQL of the server's requests directly on the driver. */
  driver(requests: readonly Request[], load: { concurrency: number }): Promise<Workload>;
  script(text: string): Promise<void>;
  close(): Promise<void>;
}

export interface SignedInUser {
  readonly id: string;
  readonly email: string;
  readonly password: string;
  readonly accessToken: string;
  readonly refreshToken: string;
}

export const password = "correct horse battery";

/** Starts a server on one copy of a data directory, and bare PGlite on another. */
export async function startEmbeddedStage(): Promise<Stage> {
  const folder = await mkdtemp(join(tmpdir(), "portico-bench-"));
  const preparedDirectory = join(folder, "prepared");
  const setupServer = start("./instruments/server.ts");
  const credentials = await setupServer.request<ServerCredentials>(
    startCommand({ directory: preparedDirectory }),
  );
  const user = await fillDatabase(setupServer, credentials);
  await setupServer.close();
  await cp(preparedDirectory, join(folder, "wire"), { recursive: true });
  await cp(preparedDirectory, join(folder, "driver"), { recursive: true });
  return startStage({
    name: "PGlite",
    servers: [{ directory: join(folder, "wire") }],
    drivers: [{ directory: join(folder, "driver/database") }],
    user,
    cleanUp: () => rm(folder, { recursive: true }),
  });
}

/** Starts a PostgreSQL cluster for this run, with two servers and two programs that use only the driver. */
export async function startPostgresStage(): Promise<Stage> {
  const cluster = await startCluster();
  const setupServer = start("./instruments/server.ts");
  const credentials = await setupServer.request<ServerCredentials>(
    startCommand({ url: cluster.url }),
  );
  const user = await fillDatabase(setupServer, credentials);
  await setupServer.close();
  return startStage({
    name: "PostgreSQL, two processes",
    servers: [{ url: cluster.url }, { url: cluster.url }],
    drivers: [{ url: cluster.url }, { url: cluster.url }],
    user,
    cleanUp: async () => cluster.stop(),
  });
}

const startCommand = (start: { directory: string } | { url: string }): ServerCommand => ({ start });

async function startStage(parts: {
  readonly name: string;
  readonly servers: readonly ({ directory: string } | { url: string })[];
  readonly drivers: readonly ({ directory: string } | { url: string })[];
  readonly user: SignedInUser;
  readonly cleanUp: () => Promise<void>;
}): Promise<Stage> {
  // Use the flag that the command `portico` sets for itself.
  const servers = parts.servers.map(() =>
    start("./instruments/server.ts", ["--max-semi-space-size=8", "--expose-gc"]),
  );
  const credentials: ServerCredentials[] = [];
  for (const [index, child] of servers.entries()) {
    credentials.push(await child.request<ServerCredentials>({ start: parts.servers[index] }));
  }
  const drivers = parts.drivers.map(() => start("./instruments/driver-alone.ts"));
  for (const [index, child] of drivers.entries()) {
    await child.request({ open: parts.drivers[index] } as DriverCommand);
  }
  const loadGenerators: Child[] = [];
  const [firstCredentials] = credentials;
  const [server] = servers;
  if (!firstCredentials || !server) throw new Error("A stage needs a server.");
  const origins = credentials.map(({ origin }) => origin);

  return {
    name: parts.name,
    servers,
    origins,
    publishable: firstCredentials.publishable,
    secret: firstCredentials.secret,
    user: parts.user,
    wire: (requests, limits) => {
      const load = start("./instruments/load.ts");
      loadGenerators.push(load);
      return (seconds) =>
        load.request<RoundResult>({ origins, requests, seconds, ...limits } satisfies Load);
    },
    driver: async (requests, { concurrency }) => {
      const steps: Step[] = [];
      for (const request of requests) steps.push(...(await recordRequest(server, request)));
      return async (seconds) => {
        const driverLoad = { steps, concurrency: Math.ceil(concurrency / drivers.length), seconds };
        const figures = await Promise.all(
          drivers.map((child) => child.request<RoundResult>(driverLoad)),
        );
        return {
          perSecond: figures.reduce((sum, { perSecond }) => sum + perSecond * requests.length, 0),
          p99Ms: Math.max(...figures.map(({ p99Ms }) => p99Ms)),
          medianMs: Math.max(...figures.map(({ medianMs }) => medianMs)),
        };
      };
    },
    script: async (text) => {
      await server.request({ script: text } satisfies ServerCommand);
      // In an embedded stage, each driver has a copy of the database. On PostgreSQL, everything shares one database,
      // and the drivers ignore the script.
      for (const child of drivers) await child.request({ script: text } satisfies DriverCommand);
    },
    close: async () => {
      for (const child of [...loadGenerators, ...drivers, ...servers]) await child.close();
      await parts.cleanUp();
    },
  };
}

function recordRequest(server: Child, { path, method, headers, body }: Request) {
  const init: RequestInit = { method, headers: { ...headers }, ...(body ? { body } : {}) };
  return server.request<readonly Step[]>({ record: { path, init } } satisfies ServerCommand);
}

/** Creates a user with ten cards on three boards, and fifty other users with just as many. */
export async function fillDatabase(
  server: Child,
  { origin, secret, publishable }: ServerCredentials,
): Promise<SignedInUser> {
  const email = "bench@example.com";
  const call = async (path: string, key: string, body: object) => {
    const response = await fetch(`${origin}${path}`, {
      method: "POST",
      headers: {
        apikey: key,
        authorization: `Bearer ${key}`,
        "content-type": "application/json",
      },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path} failed with status ${response.status}.`);
    return JSON.parse(await response.text());
  };
  const user = await call("/auth/v1/admin/users", secret, { email, password, email_confirm: true });
  await server.request({
    script: `
      insert into auth.users (id, aud, role, email)
        select gen_random_uuid(), 'authenticated', 'authenticated', 'other' || n || '@example.com'
        from generate_series(1, 50) n;
      insert into boards (owner, name) select u.id, 'board ' || n from auth.users u, generate_series(1, 3) n;
      insert into cards (owner, board_id, title, body)
        select owner, id, 'card ' || n, repeat('What is to be done. ', 4) from boards, generate_series(1, 4) n;
      insert into comments (owner, card_id, text)
        select owner, id, 'comment ' || n from cards, generate_series(1, 3) n;
      analyze boards, cards, comments`,
  });
  const session = await call("/auth/v1/token?grant_type=password", publishable, {
    email,
    password,
  });
  return {
    id: user.id,
    email,
    password,
    accessToken: session.access_token,
    refreshToken: session.refresh_token,
  };
}

/** Starts a PostgreSQL cluster with the settings of the tests. `stop` removes it. */
export async function startCluster(): Promise<{ url: string; stop(): Promise<void> }> {
  const script = new URL("../../scripts/cluster.mjs", import.meta.url).pathname;
  const child: ChildProcess = spawn(process.execPath, [script], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout?.setEncoding("utf8").once("data", (text: string) => resolve(text.trim()));
    child.once("exit", () => reject(new Error("PostgreSQL is not available.")));
  });
  return {
    url,
    stop: () =>
      new Promise((resolve) => {
        child.once("exit", () => resolve());
        child.stdin?.end();
      }),
  };
}
