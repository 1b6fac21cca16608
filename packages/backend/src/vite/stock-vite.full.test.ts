import { join } from "node:path";
import { createServer, type UserConfig } from "vite";
import { expect, onTestFinished, test } from "vitest";
import { silentLog } from "../../test/auth/auth-fixture.ts";
import { projectFolder } from "../../test/project-folder.ts";
import { startServer } from "../server/server.ts";

/** Starts Vite without the plugin, and returns the status of a file in the data directory. */
async function statusOfSecret(root: string, server: UserConfig["server"]): Promise<number> {
  const vite = await createServer({
    root,
    configFile: false,
    logLevel: "silent",
    appType: "custom",
    server: { ...server, port: 0 },
  });
  onTestFinished(() => vite.close());
  await vite.listen();
  const address = vite.httpServer?.address();
  if (typeof address !== "object" || !address) throw new Error("Vite does not listen");
  return (await fetch(`http://localhost:${address.port}/.portico/lock`)).status;
}

test("the server warns that Vite without the plugin serves its data, and Vite does so", async () => {
  const root = await projectFolder({ "vite.config.ts": "", "supabase/config.toml": "" });
  const server = await startServer({
    project: root,
    storage: { directory: join(root, ".portico") },
    port: 0,
    host: "127.0.0.1",
    env: {},
    log: silentLog,
  });
  onTestFinished(() => server.close());
  expect(server.warnings.join()).toContain(`${join(root, "vite.config.ts")}: Vite's development`);
  expect(await statusOfSecret(root, {})).toBe(200);
  expect(await statusOfSecret(root, { fs: { deny: ["**/.portico/**"] } })).toBe(403);
});
