import { type WebSocket, WebSocketServer } from "ws";
import { isLoopback, networkOf } from "../../http/ip-address.ts";
import type { Upgrade } from "../../http/upgrades.ts";
import type { Realtime } from "../context.ts";
import { type Caller, closing, Socket } from "./socket.ts";
import { type UnfinishedMessage, UnfinishedMessages } from "./unfinished-messages.ts";

/** All sockets of this process. */
export class OpenSockets {
  readonly #realtime: Realtime;
  readonly #sockets = new Set<Socket>();
  /** Compression is off: it costs each socket some 300 kB, and each message processor time for each receiver. */
  readonly #server: WebSocketServer;
  readonly #check: NodeJS.Timeout;
  readonly #byNetwork = new Map<string, number>();
  readonly #unfinished: UnfinishedMessages;
  #isLeaving = false;

  constructor(realtime: Realtime) {
    this.#realtime = realtime;
    this.#unfinished = new UnfinishedMessages(realtime.limits);
    this.#server = new WebSocketServer({
      ...{ noServer: true, clientTracking: false, perMessageDeflate: false },
      maxPayload: realtime.limits.frame,
    });
    this.#check = setInterval(() => {
      const now = performance.now();
      for (const socket of this.#sockets) socket.check(now);
    }, realtime.limits.silence / 10).unref();
  }

  /** True when another one may be opened from an address. */
  hasRoomFor(address: string | undefined): boolean {
    const { connections, networkConnections } = this.#realtime.limits;
    const network = limitedNetworkOf(address);
    const count = network === undefined ? 0 : (this.#byNetwork.get(network) ?? 0);
    return this.#sockets.size < connections && count < networkConnections;
  }

  get isLeaving(): boolean {
    return this.#isLeaving;
  }

  open({ request, socket, head }: Upgrade, caller: Caller): void {
    this.#server.handleUpgrade(request, socket, head, (webSocket) => {
      const unfinished = this.#watch(webSocket, caller);
      // Before the listener of `ws`, which tells within it of messages that are whole.
      socket.prependListener("data", (chunk: Buffer) => unfinished.arrived(chunk.length));
      this.#add(new Socket(this.#realtime, webSocket, caller, unfinished), webSocket, caller);
    });
  }

  /** Sends all clients away, who come back to another process or to the next start. */
  leave(): void {
    this.#isLeaving = true;
    clearInterval(this.#check);
    for (const socket of this.#sockets) socket.close(closing.restart, "Server is restarting");
  }

  #watch(webSocket: WebSocket, { address }: Caller): UnfinishedMessage {
    const network = limitedNetworkOf(address);
    const unfinished = this.#unfinished.watch(network, () => webSocket.terminate());
    webSocket.on("message", () => unfinished.finished());
    for (const event of ["ping", "pong"] as const) {
      webSocket.on(event, (payload) => unfinished.controlled(payload.length));
    }
    webSocket.once("close", () => unfinished.close());
    return unfinished;
  }

  #add(socket: Socket, webSocket: WebSocket, { address }: Caller): void {
    this.#sockets.add(socket);
    this.#realtime.counts.sockets += 1;
    const network = limitedNetworkOf(address);
    this.#countNetwork(network, 1);
    webSocket.once("close", () => {
      this.#sockets.delete(socket);
      this.#realtime.counts.sockets -= 1;
      this.#countNetwork(network, -1);
    });
    if (this.#isLeaving) socket.close(closing.restart, "Server is restarting");
  }
  #countNetwork(network: string | undefined, change: number): void {
    if (network === undefined) return;
    const count = (this.#byNetwork.get(network) ?? 0) + change;
    if (count > 0) this.#byNetwork.set(network, count);
    else this.#byNetwork.delete(network);
  }
}

/** The network whose sockets share limits; undefined for the machine itself, where a developer plays all users. */
function limitedNetworkOf(address: string | undefined): string | undefined {
  return address === undefined || isLoopback(address) ? undefined : networkOf(address);
}
