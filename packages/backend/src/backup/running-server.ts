import { createHash } from "node:crypto";
import { mkdtemp, rm, symlink } from "node:fs/promises";
import { type IncomingMessage, request } from "node:http";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { BackupError } from "./backup-error.ts";

/** The smallest limit of any system (`sun_path` of macOS and the BSDs). */
const maxAddressBytes = 103;

/**
 * Calls `use` with the address of the socket through which a running server accepts backup requests. The socket is in
 * the data directory, which only this user can access. Socket addresses must be short, so for a long path the address
 * goes through a symbolic link that exists during the call.
 */
export async function withSocket<T>(
  directory: string,
  use: (address: string) => Promise<T>,
): Promise<T> {
  if (process.platform === "win32") {
    const name = createHash("sha256").update(resolve(directory)).digest("hex").slice(0, 32);
    return use(`\\\\.\\pipe\\portico-${name}`);
  }
  const address = join(resolve(directory), "socket");
  if (Buffer.byteLength(address) <= maxAddressBytes) return use(address);
  const folder = await mkdtemp(join(tmpdir(), "portico-"));
  try {
    await symlink(resolve(directory), join(folder, "d"));
    return await use(join(folder, "d/socket"));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Requests a backup from the server that has the data directory open. The backup has begun when this returns.
 *
 * @throws {BackupError} if the server does not respond, or refuses
 */
export async function requestArchive(directory: string): Promise<AsyncGenerator<Buffer>> {
  const response = await withSocket(directory, (socketPath) => {
    const received = Promise.withResolvers<IncomingMessage>();
    request({ socketPath, method: "POST", path: "/backup" }, received.resolve)
      .on("error", received.reject)
      .end();
    return received.promise;
  }).catch((error: unknown) => {
    throw new BackupError(
      `${directory} is in use, and the process that uses it cannot be asked for a backup (${(error as Error).message}).`,
    );
  });
  if (response.statusCode === 200) return chunksOf(response);
  let text = "";
  for await (const chunk of response) text += chunk;
  throw new BackupError(text);
}

async function* chunksOf(response: IncomingMessage): AsyncGenerator<Buffer> {
  try {
    yield* response;
  } catch (error) {
    throw new BackupError("The server ended before the backup was whole; its log says why.", {
      cause: error,
    });
  }
}
