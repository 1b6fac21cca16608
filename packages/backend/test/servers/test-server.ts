import type { ServerOptions } from "../../src/server/options.ts";
import { type RunningServer, startServer } from "../../src/server/server.ts";
import { makeTestStorage } from "../databases/test-database.ts";
import { temporaryFolder } from "../project-folder.ts";

/**
 * Starts a complete server for one test file, on a database of its own. `close` removes the project and the database.
 *
 * @param files the files of the project, by path
 */
export async function startTestServer(
  files: Readonly<Record<string, string>>,
  options: Pick<ServerOptions, "log"> & Partial<ServerOptions>,
): Promise<RunningServer> {
  const folder = await temporaryFolder(files);
  const { storage, drop } = await makeTestStorage();
  const server = await startServer({
    project: folder.path,
    host: "127.0.0.1",
    port: 0,
    storage,
    env: {},
    ...options,
  });
  return {
    ...server,
    close: async () => {
      await server.close();
      await drop();
      await folder.remove();
    },
  };
}
