import type { RequestListener, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";

/** The requests of one connection that have not been answered. */
interface Pipeline {
  /** The response of the request that is being handled. */
  current: ServerResponse;
  last: ServerResponse;
  waitingCount: number;
}

/** Further requests are answered with 429. Clients that send requests ahead only send a few. */
const maxWaiting = 100;

/**
 * Handles each request of a connection when the one before has been answered. Node starts all requests that a client sends
 * ahead (RFC 9112, section 9.3.2), so that a single packet could start hundreds.
 */
export class RequestTurns {
  readonly #handleRequest: RequestListener;
  readonly #pipelines = new WeakMap<Duplex, Pipeline>();

  constructor(handleRequest: RequestListener) {
    this.#handleRequest = handleRequest;
  }

  handle(...[request, response]: Parameters<RequestListener>): void {
    const { socket } = request;
    const pipeline = this.#pipelines.get(socket);
    if (pipeline === undefined || pipeline.last.closed) {
      this.#pipelines.set(socket, { current: response, last: response, waitingCount: 0 });
      this.#handleRequest(request, response);
      return;
    }
    if (pipeline.waitingCount === maxWaiting) {
      // Node stops reading from the connection while many of these responses wait.
      response.writeHead(429, { connection: "close", "retry-after": "1" }).end();
      return;
    }
    pipeline.waitingCount += 1;
    // Let other connections go first. Otherwise requests that need no input or output would run one after another.
    const handleNext = () => {
      pipeline.waitingCount -= 1;
      pipeline.current = response;
      if (!socket.destroyed) this.#handleRequest(request, response);
    };
    pipeline.last.once("close", () => setImmediate(handleNext));
    pipeline.last = response;
  }

  /** Handles an upgrade, which is the last request of its connection, when those before have been answered. */
  handleUpgrade(socket: Duplex, handle: () => void): void {
    const pipeline = this.#pipelines.get(socket);
    if (pipeline === undefined || pipeline.last.closed) {
      handle();
      return;
    }
    // Node has released the connection, so it no longer tells a response that the client has read.
    const resume = () => pipeline.current.emit("drain");
    socket.on("drain", resume);
    pipeline.last.once("close", () => {
      socket.off("drain", resume);
      if (socket.writable) handle();
    });
  }
}
