import type { RequestListener, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** The requests of one connection that have not been answered. */
interface Pipeline {
  last: ServerResponse;
  waitingCount: number;
}

/** Further requests are answered with 429. Clients that send requests ahead only send a few. */
const maxWaiting = 100;

/**
 * Returns a listener that handles each request of a connection when the one before has been answered. Node starts all
 * requests that a client sends ahead (RFC 9112, section 9.3.2), so that a single packet could start hundreds.
 */
export function serializeRequests(handleRequest: RequestListener): RequestListener {
  const pipelines = new WeakMap<Socket, Pipeline>();
  return (request, response) => {
    const { socket } = request;
    const pipeline = pipelines.get(socket);
    if (pipeline === undefined || pipeline.last.closed) {
      pipelines.set(socket, { last: response, waitingCount: 0 });
      handleRequest(request, response);
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
      if (!socket.destroyed) handleRequest(request, response);
    };
    pipeline.last.once("close", () => setImmediate(handleNext));
    pipeline.last = response;
  };
}
