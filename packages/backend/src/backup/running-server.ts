import { createHash } from "node:crypto";
import { mkdtemp, rm, symlink } from "node:fs/promises";
import { type IncomingMessage, request } from "node:http";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { BackupError } from "./backup-error.ts";

/** In bytes, what an address may have where it may have least (`sun_path` of macOS and the BSDs). */
const longestAddress = 103;

/**
 * Calls back with an address for the socket by which a process with a data directory is asked for a backup. It
 * lies in the directory, which is this user's alone. An address has to be short, so a long way goes through a
 * link that is there as long as the call takes.
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
  if (Buffer.byteLength(address) <= longestAddress) return use(address);
  const folder = await mkdtemp(join(tmpdir(), "portico-"));
  try {
    await symlink(resolve(directory), join(folder, "d"));
    return await use(join(folder, "d/socket"));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Asks the process that has a data directory for a backup, which begins before this returns.
 *
 * @throws {BackupError} when it does not answer, or refuses
 */
export async function askForArchive(directory: string): Promise<AsyncGenerator<Buffer>> {
  const answer = await withSocket(directory, (socketPath) => {
    const answered = Promise.withResolvers<IncomingMessage>();
    request({ socketPath, method: "POST", path: "/backup" }, answered.resolve)
      .on("error", answered.reject)
      .end();
    return answered.promise;
  }).catch((error: unknown) => {
    throw new BackupError(
      `${directory} is in use, and the process that uses it cannot be asked for a backup (${(error as Error).message}).`,
    );
  });
  if (answer.statusCode === 200) return piecesOf(answer);
  let text = "";
  for await (const piece of answer) text += piece;
  throw new BackupError(text);
}

async function* piecesOf(answer: IncomingMessage): AsyncGenerator<Buffer> {
  try {
    yield* answer;
  } catch (error) {
    throw new BackupError("The server ended before the backup was whole; its log says why.", {
      cause: error,
    });
  }
}
