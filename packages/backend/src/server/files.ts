import { join } from "node:path";
import { temporaryDirectory } from "../database/pglite/temporary-directory.ts";
import { openDirectory } from "../storage/files/directory.ts";
import type { FileStore } from "../storage/files/port.ts";
import type { ServerOptions } from "./options.ts";

/** The place of the files' content: beside the embedded database, and removed with one in memory. */
export async function openFiles({
  storage,
  project,
  files,
}: ServerOptions): Promise<{ readonly files: FileStore; close(): Promise<void> }> {
  if ("memory" in storage && files === undefined) {
    const { path, remove } = await temporaryDirectory();
    return { files: await openDirectory(path), close: remove };
  }
  const beside = "directory" in storage ? storage.directory : join(project, ".portico");
  return { files: await openDirectory(files ?? join(beside, "files")), close: async () => {} };
}
