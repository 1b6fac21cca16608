import type { Server as HttpServer } from "node:http";
import type { Server as HttpsServer } from "node:https";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";

/** An open port whose connections wait until a server takes it over. It does not keep the process alive. */
export class ReservedPort {
  readonly #server: Server;
  readonly #waitingSockets = new Set<Socket>();
  #isHandedOver = false;
  readonly #firstConnection = Promise.withResolvers<void>();

  /** @throws the operating system's error when the port is not available */
  static async open(port: number, host: string): Promise<ReservedPort> {
    const reservedPort = new ReservedPort();
    await new Promise<void>((resolve, reject) => {
      reservedPort.#server.once("error", reject);
      reservedPort.#server.listen(port, host, resolve);
    });
    reservedPort.#server.unref();
    return reservedPort;
  }

  private constructor() {
    this.#server = createServer({ pauseOnConnect: true }, (socket) => {
      this.#waitingSockets.add(socket);
      socket.once("close", () => this.#waitingSockets.delete(socket));
      socket.on("error", () => socket.destroy());
      this.#firstConnection.resolve();
    });
  }

  get number(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Resolves when a client has connected. */
  get firstConnection(): Promise<void> {
    return this.#firstConnection.promise;
  }

  /** Hands the port and the waiting connections over to a server, which then emits `listening`. */
  handOver(server: HttpServer | HttpsServer): void {
    this.#isHandedOver = true;
    // Both servers share one handle. From now on, the second server receives the connections.
    server.listen(this.#server);
    server.ref();
    server.once("listening", () => {
      for (const socket of this.#waitingSockets) {
        server.emit("connection", socket);
        socket.resume();
      }
      this.#waitingSockets.clear();
    });
  }

  /** Closes the port and the waiting connections, unless a server has taken them over. */
  close(): void {
    if (this.#isHandedOver) return;
    for (const socket of this.#waitingSockets) socket.destroy();
    this.#server.close();
  }
}
