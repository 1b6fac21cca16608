import { createHash } from "node:crypto";
import { mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

/** The limit of `sun_path` on macOS and the BSDs, which is the lowest of all systems. */
const maxAddressBytes = 103;

/**
 * Calls `use` with the address of a server's control socket, which accepts commands. The socket is in the server's data
 * directory, which only this user can access. Socket addresses must be short, so a long path is replaced with a
 * symbolic link that exists during the call.
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
