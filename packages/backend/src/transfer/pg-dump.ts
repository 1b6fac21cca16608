import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import { frame } from "../database/sessions/frames.ts";
import { packageToInstall } from "../missing-package.ts";
import type { DumpThreadData } from "./pg-dump-thread.ts";
import { type ProtocolConnection, startupResponse } from "./protocol-connection.ts";
import { TransferError } from "./transfer-error.ts";

const packageName = "@electric-sql/pglite-tools";

/**
 * Runs pg_dump against a database.
 *
 * @param args the arguments of pg_dump
 * @throws {TransferError} if its package is not installed, or pg_dump fails
 */
export async function runPgDump(
  connection: ProtocolConnection,
  args: readonly string[],
): Promise<string> {
  const module = findPgDump();
  // Reset the session, because another pg_dump may have used it before.
  for (const text of ["rollback", "deallocate all", "reset all"])
    await connection.send(frame("Q", text));
  const responseCount = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  const counter = new Int32Array(responseCount);
  const workerData: DumpThreadData = { args, module, responseCount };
  const worker = new Worker(new URL("./pg-dump-thread.ts", import.meta.url), { workerData });
  const dump = Promise.withResolvers<string>();
  let request: Buffer = Buffer.alloc(0);
  worker.on("message", async (message: Message) => {
    if ("dump" in message) return dump.resolve(message.dump);
    if ("failure" in message) return dump.reject(new TransferError(message.failure));
    try {
      request = Buffer.concat([request, message.send]);
      // A message may arrive in several chunks, so only send complete ones.
      const response = isComplete(request) ? await respond(request, connection) : Buffer.alloc(0);
      if (isComplete(request)) request = Buffer.alloc(0);
      worker.postMessage(response);
    } catch (error) {
      dump.reject(error);
      return;
    }
    Atomics.add(counter, 0, 1);
    Atomics.notify(counter, 0);
  });
  worker.on("error", dump.reject);
  worker.on("exit", () => dump.reject(new TransferError("pg_dump ended.")));
  try {
    return await dump.promise;
  } finally {
    await worker.terminate();
  }
}

/** Finds pg_dump's package in the `node_modules` folders that this package uses. */
function findPgDump(): string {
  try {
    // The current folder is not searched, because its content may come from a stranger.
    return pathToFileURL(createRequire(import.meta.url).resolve(`${packageName}/pg_dump`)).href;
  } catch {
    throw new TransferError(
      `This needs pg_dump, which a package of its own brings: npm install --save-dev ${packageToInstall(packageName)}`,
    );
  }
}

type Message =
  | { readonly send: Uint8Array }
  | { readonly dump: string }
  | { readonly failure: string };

/** Returns whether the bytes are a startup message, which has no type. */
const isStartupMessage = (bytes: Buffer): boolean => bytes[0] === 0;

function isComplete(bytes: Buffer): boolean {
  const header = isStartupMessage(bytes) ? 0 : 1;
  return bytes.length >= header + 4 && bytes.length >= header + bytes.readInt32BE(header);
}

async function respond(bytes: Buffer, connection: ProtocolConnection): Promise<Buffer> {
  if (isStartupMessage(bytes)) return startupResponse(connection);
  return bytes[0] === "X".charCodeAt(0) ? Buffer.alloc(0) : connection.send(bytes);
}
