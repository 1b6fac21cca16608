import type { ErrorPayload, PreviewServer, ViteDevServer } from "vite";
import type { BackendUser } from "./backend.ts";
import { overlayOf } from "./overlay.ts";

/** Returns what a backend does with a development server: problems are shown over its pages. */
export function developmentUser(server: ViteDevServer, project: string): BackendUser {
  let shown: ErrorPayload | undefined;
  server.ws.on("connection", (socket) => {
    if (shown) socket.send(JSON.stringify(shown));
  });
  return {
    ...previewUser(server),
    showProblem: (problem) => {
      const wasShown = shown !== undefined;
      shown = problem && overlayOf(problem, project);
      if (shown && server.ws.clients.size > 0) server.ws.send(shown);
      if (!shown && wasShown) server.ws.send({ type: "full-reload" });
    },
    restart: () => void server.restart(),
  };
}

/** Returns what a backend does with a server of a built application, whose variables no longer change. */
export const previewUser = (server: ViteDevServer | PreviewServer): BackendUser => ({
  report: (level, message) =>
    server.config.logger[level](`[portico] ${message}`, { timestamp: true }),
  showProblem: () => {},
  restart: () => {},
  close: () => server.close(),
});
