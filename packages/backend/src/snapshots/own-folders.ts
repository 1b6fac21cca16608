import { randomUUID } from "node:crypto";
import { readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { isProcessRunning } from "../control/running-server.ts";
import { makeDirectory } from "../private-directory.ts";

/** The names of folders that are not complete: the process that makes or removes each, and something unique. */
const incomplete = /^\.(\d+)-[0-9a-f]+$/;

const incompleteName = () => `.${process.pid}-${randomUUID().replaceAll("-", "")}`;

/** A directory whose subfolders are complete or do not exist, also after a process was killed. */
export class OwnFolders {
  readonly #directory: string;

  constructor(directory: string) {
    this.#directory = directory;
  }

  /** Returns the path of a folder. */
  pathOf(name: string): string {
    return join(this.#directory, name);
  }

  /** Returns the names of the folders. */
  async names(): Promise<readonly string[]> {
    const entries = await readdir(this.#directory, { withFileTypes: true }).catch(() => []);
    return entries
      .filter((entry) => entry.isDirectory() && !entry.name.startsWith("."))
      .map(({ name }) => name)
      .sort();
  }

  /** Creates a folder, or replaces one, with the content that `fill` writes. When it fails, nothing changes. */
  async put<T>(name: string, fill: (path: string) => Promise<T>): Promise<T> {
    await makeDirectory(this.#directory);
    await this.#removeAbandoned();
    const path = this.pathOf(incompleteName());
    try {
      const result = await fill(path);
      await this.remove(name);
      await rename(path, this.pathOf(name));
      return result;
    } finally {
      await rm(path, { recursive: true, force: true });
    }
  }

  /** Removes a folder if it exists. */
  async remove(name: string): Promise<void> {
    const path = this.pathOf(incompleteName());
    const isMoved = await rename(this.pathOf(name), path).then(
      () => true,
      (error: NodeJS.ErrnoException) => {
        if (error.code !== "ENOENT") throw error;
        return false;
      },
    );
    if (isMoved) await rm(path, { recursive: true, force: true });
  }

  async #removeAbandoned(): Promise<void> {
    for (const name of await readdir(this.#directory)) {
      const [, pid] = incomplete.exec(name) ?? [];
      if (pid === undefined || isProcessRunning(Number(pid))) continue;
      await rm(this.pathOf(name), { recursive: true, force: true });
    }
  }
}
