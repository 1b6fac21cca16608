import { createServer, type Server, type Socket } from "node:net";

/** How many connections may wait until the port is served. If there are more, the oldest is closed. */
const maxWaiting = 20;

/**
 * A port of this machine that stays open between two servers, so that no other program can take it. Connections that
 * arrive in between wait for the next server.
 */
export class PortListener {
  readonly #servers: readonly [ipv4: Server, ipv6: Server];
  readonly #waiting = new Set<Socket>();
  #accept: ((socket: Socket) => void) | undefined;
  #port = 0;

  /**
   * Listens on a port; 0 for any free port.
   *
   * @throws the operating system's error when the port is not available
   */
  static async open(port: number): Promise<PortListener> {
    const listener = new PortListener();
    const [ipv4Server, ipv6Server] = listener.#servers;
    listener.#port = await listen(ipv4Server, port, "127.0.0.1");
    // `localhost` resolves to both addresses. A machine without IPv6 only has the IPv4 address.
    await listen(ipv6Server, listener.#port, "::1").catch(() => {});
    return listener;
  }

  private constructor() {
    const receive = (socket: Socket) => this.#receive(socket);
    this.#servers = [
      createServer({ pauseOnConnect: true }, receive),
      createServer({ pauseOnConnect: true }, receive),
    ];
  }

  get port(): number {
    return this.#port;
  }

  /** Passes the connections to a server, beginning with those that wait. */
  serve(accept: (socket: Socket) => void): void {
    this.#accept = accept;
    for (const server of this.#servers) server.ref();
    const waitingSockets = [...this.#waiting];
    this.#waiting.clear();
    for (const socket of waitingSockets) this.#receive(socket);
  }

  /** Lets new connections wait. While they wait, the port does not keep the process alive. */
  pause(): void {
    this.#accept = undefined;
    for (const server of this.#servers) server.unref();
  }

  close(): void {
    for (const server of this.#servers) server.close();
    for (const socket of this.#waiting) socket.destroy();
  }

  #receive(socket: Socket): void {
    if (this.#accept) {
      this.#accept(socket);
      socket.resume();
      return;
    }
    this.#waiting.add(socket);
    socket.once("close", () => this.#waiting.delete(socket));
    socket.on("error", () => socket.destroy());
    const [oldest] = this.#waiting;
    if (this.#waiting.size > maxWaiting) oldest?.destroy();
  }
}

function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen({ port, host, ipv6Only: true }, () => {
      const address = server.address();
      resolve(typeof address === "object" && address ? address.port : port);
    });
  });
}
