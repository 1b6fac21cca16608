import type { Server as HttpServer } from "node:http";
import type { Server as HttpsServer } from "node:https";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";

/** An open port whose connections wait until a server takes it over. It does not keep the process alive. */
export class ReservedPort {
  readonly #server: Server;
  readonly #waiting = new Set<Socket>();
  #isHandedOver = false;
  readonly #firstConnection = Promise.withResolvers<void>();

  /** @throws the operating system's error when the port is not available */
  static async open(port: number, host: string): Promise<ReservedPort> {
    const reserved = new ReservedPort();
    await new Promise<void>((resolve, reject) => {
      reserved.#server.once("error", reject);
      reserved.#server.listen(port, host, resolve);
    });
    reserved.#server.unref();
    return reserved;
  }

  private constructor() {
    this.#server = createServer({ pauseOnConnect: true }, (socket) => {
      this.#waiting.add(socket);
      socket.once("close", () => this.#waiting.delete(socket));
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
    // Both servers share one handle. From now on, connections go to the second.
    server.listen(this.#server);
    server.ref();
    server.once("listening", () => {
      for (const socket of this.#waiting) {
        server.emit("connection", socket);
        socket.resume();
      }
      this.#waiting.clear();
    });
  }

  /** Closes the port and the waiting connections, unless a server has taken them over. */
  close(): void {
    if (this.#isHandedOver) return;
    for (const socket of this.#waiting) socket.destroy();
    this.#server.close();
  }
}
