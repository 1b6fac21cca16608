/** Runs in the thread that `backend.ts` starts for a test backend: the server, with injected failures. */
import { parentPort, workerData } from "node:worker_threads";
import { hashing } from "../auth/passwords/hash.ts";
import { sql, trusted } from "../database/sql.ts";
import type { ServerOptions } from "../server/options.ts";
import { startServer } from "../server/server.ts";
import { type Trouble, Troubles } from "../trouble.ts";
import { clearData } from "./clear-data.ts";

/** The options of the server in the thread. */
export type ThreadData = Pick<ServerOptions, "project" | "storage" | "port" | "site" | "env">;

/** A request to the thread. Its response has the same id. */
export type ThreadRequest = { readonly id: number } & (
  | { readonly kind: "trouble"; readonly trouble: Trouble }
  | { readonly kind: "sql"; readonly text: string }
  | { readonly kind: "clear" }
  | { readonly kind: "close" }
);

/**
 * The messages of the thread: whether it is ready or has failed, a response to each request, and the lines of its log.
 */
export type ThreadMessage =
  | { readonly kind: "logged"; readonly line: string }
  | { readonly kind: "ready"; readonly url: string; readonly keys: Keys }
  | { readonly kind: "failed"; readonly message: string }
  | { readonly kind: "done"; readonly id: number; readonly rows?: readonly Row[] }
  | { readonly kind: "refused"; readonly id: number; readonly message: string };

export interface Keys {
  readonly publishable: string;
  readonly secret: string;
}

export type Row = Readonly<Record<string, unknown>>;

const port = parentPort;
if (!port) throw new Error("This module must run in the thread of a test backend.");
const post = (message: ThreadMessage) => port.postMessage(message);

const injector = new Troubles();

// Use bcrypt's lowest cost, because tests create many accounts whose passwords need no protection.
hashing.cost = 4;

const data: ThreadData = workerData;
try {
  const server = await startServer({
    ...data,
    env: { ...data.env, GOTRUE_RATE_LIMIT_HEADER: "", PORTICO_TRUSTED_PROXIES: "1" },
    host: "127.0.0.1",
    // Tests need the inbox and the sandbox with every database and environment.
    expose: { inbox: true, sandbox: true },
    // Do not use TLS, because clients in tests would not trust a new certificate.
    withoutTls: true,
    log: {
      error: ({ err }, message) => post({ kind: "logged", line: `${message}: ${messageOf(err)}` }),
      warn: () => {},
      info: () => {},
    },
    interceptors: injector,
  });
  const execute = async (request: ThreadRequest): Promise<readonly Row[] | undefined> => {
    switch (request.kind) {
      case "trouble":
        injector.set(request.trouble);
        return undefined;
      case "sql":
        return (await server.database.query<Row>(sql`${trusted(request.text)}`)).rows;
      case "clear":
        injector.set({});
        await clearData(server.database);
        return undefined;
      case "close":
        await server.close();
        return undefined;
      default:
        return request satisfies never;
    }
  };
  port.on("message", async (request: ThreadRequest) => {
    try {
      const rows = await execute(request);
      post({ kind: "done", id: request.id, ...(rows && { rows }) });
    } catch (error) {
      post({ kind: "refused", id: request.id, message: messageOf(error) });
    }
  });
  const { publishable, secret } = server.keys;
  post({ kind: "ready", url: server.origin, keys: { publishable, secret } });
} catch (error) {
  post({ kind: "failed", message: messageOf(error) });
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
