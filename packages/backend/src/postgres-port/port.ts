import { randomInt } from "node:crypto";
import { createServer, type Server, type Socket } from "node:net";
import type { Database, ProgramSession } from "../database/port.ts";
import type { Log } from "../log/log.ts";
import { Authentication } from "./authentication.ts";
import { Incoming } from "./incoming.ts";
import { authenticated, refusal } from "./messages.ts";
import { OtherDatabases } from "./other-databases.ts";
import { farewell, Program, type Programs } from "./program.ts";
import { type Beginning, readBeginning, settingsIn } from "./startup.ts";

/** How many programs may be connected at a time. */
const mostPrograms = 60;
/** How many connections may not have proven yet who they are; beyond it the oldest ends. */
const mostStrangers = 20;
/** In milliseconds, how long they may take for that. */
const longestStart = 10_000;
/** In milliseconds, how long a program has to read why its connection ends. */
const longestFarewell = 1_000;

export interface PostgresPortOptions {
  readonly database: Database;
  /** 0 takes a free one. */
  readonly port: number;
  readonly password: string;
  readonly log: Log;
  /** Makes a database for a program that asks for one. */
  readonly makeDatabase?: () => Promise<Database>;
  /** In milliseconds, how long a transaction may do nothing while others wait. */
  readonly patience?: number;
}

/** The embedded database's port for programs that speak PostgreSQL's protocol. */
export interface PostgresPort {
  readonly port: number;
  /** Ends all connections. */
  close(): Promise<void>;
}

/**
 * Listens on this machine for programs that speak PostgreSQL's protocol.
 *
 * @throws the operating system's error when the port is not available
 */
export async function openPostgresPort(options: PostgresPortOptions): Promise<PostgresPort> {
  const connections = new Connections(options);
  const accept = (socket: Socket) => connections.accept(socket);
  const server = createServer(accept);
  const port = await listening(server, options.port, "127.0.0.1");
  // `localhost` is both. A machine without version 6 has the first alone.
  const second = createServer(accept);
  await listening(second, port, "::1").catch(() => {});
  return {
    port,
    close: async () => {
      for (const each of [server, second]) each.close();
      await connections.close();
    },
  };
}

function listening(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen({ port, host, ipv6Only: true }, () => {
      const address = server.address();
      resolve(typeof address === "object" && address ? address.port : port);
    });
  });
}

class Connections {
  readonly #options: PostgresPortOptions;
  readonly #authentication: Authentication;
  readonly #strangers = new Set<Socket>();
  readonly #programs = new Map<number, { readonly program: Program; readonly secret: number }>();
  readonly #sockets = new Map<Socket, Promise<void>>();
  readonly #others: OtherDatabases;
  readonly #shared = new WeakMap<Database, Programs>();
  #last = 0;

  constructor(options: PostgresPortOptions) {
    this.#options = options;
    this.#others = new OtherDatabases(options.makeDatabase);
    this.#authentication = new Authentication(options.database, options.password);
  }

  accept(socket: Socket): void {
    socket.setNoDelay(true);
    socket.on("error", () => {});
    this.#strangers.add(socket);
    const [oldest] = this.#strangers;
    if (this.#strangers.size > mostStrangers) this.#dismiss(oldest);
    const served = this.#serve(socket).catch((err: unknown) => {
      this.#options.log.error({ err }, "a connection to the database's port ended in an error");
      socket.destroy();
    });
    this.#sockets.set(
      socket,
      served.finally(() => this.#sockets.delete(socket)),
    );
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets.keys()) socket.destroy();
    await Promise.all(this.#sockets.values());
    await this.#others.close();
  }

  #dismiss(socket: Socket | undefined): void {
    if (!socket || !this.#strangers.delete(socket)) return;
    socket.destroy();
  }

  async #serve(socket: Socket): Promise<void> {
    const incoming = new Incoming(socket);
    const timer = setTimeout(() => this.#dismiss(socket), longestStart);
    try {
      const beginning = await readBeginning(socket, incoming);
      if (beginning?.kind === "cancel") this.#cancel(beginning);
      if (beginning?.kind === "session") {
        await this.#welcome(socket, incoming, beginning.parameters, timer);
      }
    } catch (error) {
      socket.write(farewell(error));
    } finally {
      clearTimeout(timer);
      this.#strangers.delete(socket);
      socket.end();
      setTimeout(() => socket.destroy(), longestFarewell).unref();
    }
  }

  #cancel({ id, secret }: Extract<Beginning, { readonly kind: "cancel" }>): void {
    const known = this.#programs.get(id);
    if (known?.secret === secret) known.program.cancel();
  }

  async #welcome(
    socket: Socket,
    incoming: Incoming,
    parameters: ReadonlyMap<string, string>,
    timer: NodeJS.Timeout,
  ): Promise<void> {
    const { patience } = this.#options;
    const user = parameters.get("user");
    if (!user) throw refusal("28000", "no PostgreSQL user name specified in startup packet");
    await this.#authentication.prove(socket, incoming, user);
    clearTimeout(timer);
    this.#strangers.delete(socket);
    const name = parameters.get("database") || user;
    const database = name === "postgres" ? this.#options.database : await this.#others.get(name);
    if (!database) {
      throw refusal(
        "3D000",
        `database "${name}" does not exist`,
        "The embedded database is called postgres.",
      );
    }
    if (this.#programs.size >= mostPrograms)
      throw refusal("53300", "sorry, too many clients already");
    const id = ++this.#last;
    const secret = randomInt(2 ** 31);
    const shared = this.#shared.get(database) ?? { forgotten: 0 };
    this.#shared.set(database, shared);
    const others = this.#others;
    const program = new Program({ socket, incoming, id, secret, shared, others, patience });
    this.#programs.set(id, { program, secret });
    try {
      const session: ProgramSession | undefined = await database.openSession?.({
        user,
        settings: settingsIn(parameters),
        onNotify: (channel, payload) => program.hear(channel, payload),
        onLoss: () => program.lose(),
      });
      if (!session) throw refusal("0A000", "this database has a server of its own");
      socket.write(authenticated);
      await program.serve(session);
    } finally {
      this.#programs.delete(id);
    }
  }
}
