/** The program of the thread that `backend.ts` starts for a test backend: the server, with injected failures. */
import { parentPort, workerData } from "node:worker_threads";
import { hashing } from "../auth/passwords/hash.ts";
import { sql, trusted } from "../database/sql.ts";
import type { ServerOptions } from "../server/options.ts";
import { startServer } from "../server/server.ts";
import { type Trouble, Troubles } from "../trouble.ts";
import { clearData } from "./clear-data.ts";

/** The data that the thread is started with. */
export type ThreadData = Pick<ServerOptions, "project" | "storage" | "port" | "site" | "env">;

/** A request to the thread. Its response has the same id. */
export type Order = { readonly id: number } & (
  | { readonly kind: "trouble"; readonly trouble: Trouble }
  | { readonly kind: "sql"; readonly text: string }
  | { readonly kind: "clear" }
  | { readonly kind: "close" }
);

/**
 * The messages of the thread: first that it is ready or why it failed, then a response to each request, and the lines
 * of its log in between.
 */
export type Report =
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
if (!port) throw new Error("This module is a test backend's own thread.");
const post = (report: Report) => port.postMessage(report);

const troubles = new Troubles();

// bcrypt's lowest cost, because tests create many accounts whose passwords need no protection.
hashing.cost = 4;

const data: ThreadData = workerData;
try {
  const server = await startServer({
    ...data,
    env: { ...data.env, GOTRUE_RATE_LIMIT_HEADER: "", PORTICO_TRUSTED_PROXIES: "1" },
    host: "127.0.0.1",
    // Tests need the inbox with every database and environment.
    expose: { inbox: true, sandbox: true },
    // Clients in tests would not trust a new certificate.
    withoutTls: true,
    log: {
      error: ({ err }, message) => post({ kind: "logged", line: `${message}: ${messageOf(err)}` }),
      warn: () => {},
      info: () => {},
    },
    interceptors: troubles,
  });
  const execute = async (order: Order): Promise<readonly Row[] | undefined> => {
    switch (order.kind) {
      case "trouble":
        troubles.set(order.trouble);
        return undefined;
      case "sql":
        return (await server.database.query<Row>(sql`${trusted(order.text)}`)).rows;
      case "clear":
        troubles.set({});
        await clearData(server.database);
        return undefined;
      case "close":
        await server.close();
        return undefined;
      default:
        return order satisfies never;
    }
  };
  port.on("message", async (order: Order) => {
    try {
      const rows = await execute(order);
      post({ kind: "done", id: order.id, ...(rows && { rows }) });
    } catch (error) {
      post({ kind: "refused", id: order.id, message: messageOf(error) });
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
