import { fileURLToPath } from "node:url";
import type { TestProject } from "vitest/node";
import { startServer } from "../../backend/src/server/server.ts";

/** Starts the real backend in memory on a free port, for the duration of the forms' tests. */
export default async function setup(project: TestProject) {
  const server = await startServer({
    project: fileURLToPath(new URL("project", import.meta.url)),
    host: "127.0.0.1",
    port: 0,
    storage: { memory: true },
    env: {},
    log: {
      info: () => {},
      warn: () => {},
      error: ({ err }, message) => console.error(message, err),
    },
  });
  project.provide("backend", {
    origin: server.origin,
    publishableKey: server.keys.publishable,
  });
  return () => server.close();
}
