import type { ErrorPayload, PreviewServer, ViteDevServer } from "vite";
import type { BackendConsumer } from "./backend.ts";
import { overlayOf } from "./overlay.ts";

/** Returns the consumer for a development server. It shows problems over the server's pages. */
export function developmentConsumer(server: ViteDevServer, project: string): BackendConsumer {
  let overlay: ErrorPayload | undefined;
  server.ws.on("connection", (socket) => {
    if (overlay) socket.send(JSON.stringify(overlay));
  });
  return {
    ...previewConsumer(server, () => {}),
    showProblem: (problem) => {
      const hadOverlay = overlay !== undefined;
      overlay = problem && overlayOf(problem, project);
      if (overlay && server.ws.clients.size > 0) server.ws.send(overlay);
      if (!overlay && hadOverlay) server.ws.send({ type: "full-reload" });
    },
    restart: () => void server.restart(),
  };
}

/**
 * Returns the consumer for the server of a built application, whose pages received their variables during the build.
 *
 * @param setVariables sets the variables of the process for code on the server
 */
export const previewConsumer = (
  server: ViteDevServer | PreviewServer,
  setVariables: () => void,
): BackendConsumer => ({
  report: (level, message) =>
    server.config.logger[level](`[portico] ${message}`, { timestamp: true }),
  showProblem: () => {},
  restart: setVariables,
  close: () => server.close(),
});
