import { spawnSync } from "node:child_process";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Hono } from "hono";
import { type Config, defaultConfig } from "../../src/config/sections/schema.ts";
import { createFunctions } from "../../src/functions/app.ts";
import { loadFunctions } from "../../src/functions/project/load.ts";
import { findDeno } from "../../src/functions/runtime/deno.ts";
import { drainUnreadBody } from "../../src/http/body/unread-body.ts";
import { trustForwarding } from "../../src/http/caller/client-address.ts";
import { listenersFor } from "../../src/http/listening/app-listeners.ts";
import { listen } from "../../src/http/listening/listen.ts";
import { InvalidToken } from "../../src/keys/access-token.ts";
import { temporaryFolder } from "../project-folder.ts";

/** The path of Deno, or undefined if it is not installed. */
export const deno = findDeno(process.env);

/** Returns whether Deno can load packages from npm. */
export const canReachNpm = () =>
  deno !== undefined &&
  spawnSync(deno, ["cache", "--quiet", "--no-config", "npm:ms@2.1.3"], {
    cwd: tmpdir(),
    env: { DENO_TLS_CA_STORE: "mozilla,system", ...process.env },
  }).status === 0;

/**
 * Creates a project folder that Deno can read. It cannot be below /dev, where temporary files may be, because Deno
 * refuses to read there.
 */
export function functionsFolder(files: Readonly<Record<string, string>>) {
  return temporaryFolder(files, tmpdir().startsWith("/dev/") ? "/tmp" : tmpdir());
}

/** Starts only the functions wire, on a free port. Functions verify tokens only if the settings say so. */
export async function serveFunctions(
  files: Readonly<Record<string, string>>,
  settings: Config["functions"],
  proxies = 0,
  secrets: Config["edge_runtime"]["secrets"] = {},
  mount = "/functions/v1",
  prepare = async (_project: string) => {},
) {
  const folder = await functionsFolder(files);
  await prepare(folder.path);
  const lines: string[] = [];
  const log = {
    error: ({ err }: { err: unknown }) => void lines.push(String(err)),
    warn: (_: object, line: string) => void lines.push(line),
    info: (_: object, line: string) => void lines.push(line),
  };
  const directory = join(folder.path, "supabase");
  // Read the files for each request, so that a test can change them.
  const limits = { responseMs: 60_000, bodyBytes: 1024 * 1024 };
  const load = async () => {
    const { functions, env, deno } = await loadFunctions(
      { project: folder.path, env: process.env },
      {
        functions: settings,
        edge_runtime: { ...defaultConfig().edge_runtime, secrets },
      },
    );
    return { functions, denoRuntime: deno ? { deno, directory, env, log } : undefined };
  };
  const wire = createFunctions({
    directory,
    log,
    limits,
    current: await load(),
    reload: load,
    authenticate: async (credential) => {
      if (credential !== "good") throw new InvalidToken("malformed", "Not a token");
    },
  });
  const app = new Hono();
  app.use(drainUnreadBody());
  app.use(trustForwarding({ header: "x-forwarded-for", proxies }, log));
  app.route(mount, wire.app);
  const { handleRequest, upgrade } = listenersFor(app);
  const server = await listen({ host: "127.0.0.1", port: 0 }, handleRequest, upgrade);
  return {
    limits,
    lines,
    directory,
    origin: server.origin.replace("localhost", "127.0.0.1"),
    async close() {
      await wire.close();
      await server.close();
      await folder.remove();
    },
  };
}

/**
 * Writes bytes to a server and reads its response.
 *
 * @returns the head of the first response and the received part of its body, when the connection has ended or
 * `isComplete` returns true
 */
export function writeRaw(
  origin: string,
  bytes: string | Buffer,
  isComplete: (received: string) => boolean = (received) => received.includes("\r\n\r\n"),
): Promise<string> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve) => {
    let received = "";
    const socket = connect(Number(port), hostname);
    const end = () => {
      resolve(received);
      socket.destroy();
    };
    socket.on("error", end).on("close", end);
    socket.on("data", (chunk) => {
      received += chunk.toString("latin1");
      if (isComplete(received)) end();
    });
    socket.write(bytes);
  });
}
