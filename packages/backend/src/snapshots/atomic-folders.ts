import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { isProcessRunning } from "../control/running-server.ts";
import { makeDirectory } from "../private-directory.ts";

/**
 * Matches the name of an incomplete folder. It contains the id of the process that creates or removes the folder, a
 * unique part, and the name of the folder that is being replaced, if any.
 */
const incompletePattern = /^\.(\d+)-[0-9a-f]+(?:~(.+))?$/;

const incompleteName = () => `.${process.pid}-${randomUUID().replaceAll("-", "")}`;

/** A directory whose subfolders are either complete or missing, even after a process was killed. */
export class AtomicFolders {
  readonly #directory: string;

  constructor(directory: string) {
    this.#directory = directory;
  }

  /** Returns the path of the folder with this name. */
  pathOf(name: string): string {
    return join(this.#directory, name);
  }

  /** Returns the names of the folders. */
  async names(): Promise<readonly string[]> {
    await this.recover();
    const entries = await readdir(this.#directory, { withFileTypes: true }).catch(() => []);
    return entries
      .filter((entry) => entry.isDirectory() && !entry.name.startsWith("."))
      .map(({ name }) => name)
      .sort();
  }

  /** Creates or replaces a folder with the content that `fill` writes. If that fails, nothing changes. */
  async replace<T>(name: string, fill: (path: string) => Promise<T>): Promise<T> {
    await makeDirectory(this.#directory);
    await this.#removeAbandoned();
    const path = this.pathOf(incompleteName());
    // The old folder keeps its name until the new one is complete, and is deleted after that.
    const oldPath = `${this.pathOf(incompleteName())}~${name}`;
    try {
      const result = await fill(path);
      await renameIfPresent(this.pathOf(name), oldPath);
      await rename(path, this.pathOf(name));
      await rm(oldPath, { recursive: true, force: true });
      return result;
    } finally {
      await rm(path, { recursive: true, force: true });
    }
  }

  /** Restores a folder's name if a process was killed between the two renames that replace it. */
  async recover(): Promise<void> {
    for (const { entry, name } of await this.#findAbandoned()) {
      if (name === undefined || existsSync(this.pathOf(name))) continue;
      await renameIfPresent(this.pathOf(entry), this.pathOf(name));
    }
  }

  /** Removes a folder if it exists. */
  async remove(name: string): Promise<void> {
    const path = this.pathOf(incompleteName());
    const wasRenamed = await renameIfPresent(this.pathOf(name), path);
    if (wasRenamed) await rm(path, { recursive: true, force: true });
  }

  async #removeAbandoned(): Promise<void> {
    await this.recover();
    for (const { entry } of await this.#findAbandoned()) {
      await rm(this.pathOf(entry), { recursive: true, force: true });
    }
  }

  /** Returns the folders of killed processes, with the names of the folders that they were replacing. */
  async #findAbandoned(): Promise<readonly { readonly entry: string; readonly name?: string }[]> {
    const entries = await readdir(this.#directory).catch(() => []);
    return entries.flatMap((entry) => {
      const [, pid, name] = incompletePattern.exec(entry) ?? [];
      if (pid === undefined || isProcessRunning(Number(pid))) return [];
      return [{ entry, ...(name !== undefined && { name }) }];
    });
  }
}

/** Renames a file. Returns false if it does not exist. */
const renameIfPresent = (from: string, to: string): Promise<boolean> =>
  rename(from, to).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code !== "ENOENT") throw error;
      return false;
    },
  );
