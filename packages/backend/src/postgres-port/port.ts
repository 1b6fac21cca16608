import { randomInt } from "node:crypto";
import type { Socket } from "node:net";
import type { Database } from "../database/port.ts";
import type { ProgramSession } from "../database/program-session.ts";
import type { Log } from "../log/log.ts";
import { Authentication } from "./authentication.ts";
import { Incoming } from "./incoming.ts";
import { PortListener } from "./listener.ts";
import { authenticationOk, fatalError, finalError } from "./messages.ts";
import { OtherDatabases } from "./other-databases.ts";
import { Program, type SharedState } from "./program.ts";
import { type FirstMessage, parseSettings, readFirstMessage } from "./startup.ts";

/** How many authenticated clients may be connected at a time. */
const maxClients = 60;
/** How many connections may be unauthenticated. If there are more, the oldest is closed. */
const maxUnauthenticated = 20;
/** How long authentication may take. */
const authenticationTimeoutMs = 10_000;
/** How long a client has to read the final error. */
const closeDelayMs = 1_000;

export interface PostgresPortOptions {
  readonly database: Database;
  /**
   * A port number, or 0 for any free port; the port is closed together with its connections. Or a listener, which stays
   * open.
   */
  readonly port: number | PortListener;
  readonly password: string;
  readonly log: Log;
  /** Creates a temporary database for `create database`. */
  readonly makeDatabase?: () => Promise<Database>;
  /** How many milliseconds a transaction may be idle while others wait. */
  readonly maxIdleMs?: number;
}

/** The open port of the embedded database. */
export interface PostgresPort {
  readonly port: number;
  /** Closes all connections. */
  close(): Promise<void>;
}

/**
 * Listens on this machine for clients that speak PostgreSQL's protocol.
 *
 * @throws the operating system's error when the port is not available
 */
export async function openPostgresPort(options: PostgresPortOptions): Promise<PostgresPort> {
  const { port } = options;
  const listener = typeof port === "number" ? await PortListener.open(port) : port;
  const connections = new Connections(options);
  listener.serve((socket) => connections.accept(socket));
  return {
    port: listener.port,
    close: async () => {
      if (listener === port) listener.pause();
      else listener.close();
      await connections.close();
    },
  };
}

class Connections {
  readonly #options: PostgresPortOptions;
  readonly #authentication: Authentication;
  readonly #unauthenticated = new Set<Socket>();
  readonly #programs = new Map<number, { readonly program: Program; readonly secret: number }>();
  readonly #sockets = new Map<Socket, Promise<void>>();
  readonly #otherDatabases: OtherDatabases;
  readonly #sharedStates = new WeakMap<Database, SharedState>();
  #lastId = 0;

  constructor(options: PostgresPortOptions) {
    this.#options = options;
    this.#otherDatabases = new OtherDatabases(options.makeDatabase);
    this.#authentication = new Authentication(options.database, options.password);
  }

  accept(socket: Socket): void {
    socket.setNoDelay(true);
    socket.on("error", () => {});
    this.#unauthenticated.add(socket);
    const [oldest] = this.#unauthenticated;
    if (this.#unauthenticated.size > maxUnauthenticated) this.#drop(oldest);
    const serving = this.#serve(socket).catch((err: unknown) => {
      this.#options.log.error({ err }, "a connection to the database's port ended in an error");
      socket.destroy();
    });
    this.#sockets.set(
      socket,
      serving.finally(() => this.#sockets.delete(socket)),
    );
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets.keys()) socket.destroy();
    await Promise.all(this.#sockets.values());
    await this.#otherDatabases.close();
  }

  #drop(socket: Socket | undefined): void {
    if (!socket || !this.#unauthenticated.delete(socket)) return;
    socket.destroy();
  }

  async #serve(socket: Socket): Promise<void> {
    const incoming = new Incoming(socket);
    const timer = setTimeout(() => this.#drop(socket), authenticationTimeoutMs);
    try {
      const firstMessage = await readFirstMessage(socket, incoming);
      if (firstMessage?.kind === "cancel") this.#cancel(firstMessage);
      if (firstMessage?.kind === "session") {
        await this.#openSession(socket, incoming, firstMessage.parameters, timer);
      }
    } catch (error) {
      socket.write(finalError(error));
    } finally {
      clearTimeout(timer);
      this.#unauthenticated.delete(socket);
      socket.end();
      setTimeout(() => socket.destroy(), closeDelayMs).unref();
    }
  }

  #cancel({ id, secret }: Extract<FirstMessage, { readonly kind: "cancel" }>): void {
    const client = this.#programs.get(id);
    if (client?.secret === secret) client.program.cancel();
  }

  async #openSession(
    socket: Socket,
    incoming: Incoming,
    parameters: ReadonlyMap<string, string>,
    timer: NodeJS.Timeout,
  ): Promise<void> {
    const { maxIdleMs } = this.#options;
    const user = parameters.get("user");
    if (!user) throw fatalError("28000", "no PostgreSQL user name specified in startup packet");
    await this.#authentication.authenticate(socket, incoming, user);
    clearTimeout(timer);
    this.#unauthenticated.delete(socket);
    const name = parameters.get("database") || user;
    const database =
      name === "postgres" ? this.#options.database : await this.#otherDatabases.get(name);
    if (!database) {
      throw fatalError(
        "3D000",
        `database "${name}" does not exist`,
        "The embedded database is called postgres.",
      );
    }
    if (this.#programs.size >= maxClients)
      throw fatalError("53300", "sorry, too many clients already");
    const id = ++this.#lastId;
    const secret = randomInt(2 ** 31);
    const sharedState = this.#sharedStates.get(database) ?? { drops: 0 };
    this.#sharedStates.set(database, sharedState);
    const otherDatabases = this.#otherDatabases;
    const program = new Program({
      socket,
      incoming,
      id,
      secret,
      sharedState,
      otherDatabases,
      maxIdleMs,
    });
    this.#programs.set(id, { program, secret });
    try {
      const session: ProgramSession | undefined = await database.openSession?.({
        user,
        settings: parseSettings(parameters),
        onNotify: (channel, payload) => program.notify(channel, payload),
        onLoss: () => program.endSession(),
      });
      if (!session) throw fatalError("0A000", "this database has a server of its own");
      socket.write(authenticationOk);
      await program.serve(session);
    } finally {
      this.#programs.delete(id);
    }
  }
}
