/**
 * Thrown if the database is open in another tab or worker of this origin. Two backends would overwrite each other's data.
 *
 * @example
 * ```ts
 * import { DatabaseInUse, startBackend } from "@portico/backend/browser";
 *
 * try {
 *   await startBackend({ data: "idb://demo" });
 * } catch (error) {
 *   if (error instanceof DatabaseInUse) document.body.append("Open in another tab.");
 *   else throw error;
 * }
 * ```
 */
export class DatabaseInUse extends Error {
  override readonly name = "DatabaseInUse";

  constructor(data: string) {
    super(`${data} is open in another tab of this page. Close it there first.`);
  }
}

/**
 * Prevents other tabs from opening a database until the lock is released or the tab is closed (Web Locks).
 *
 * @returns a function that releases the lock
 * @throws {DatabaseInUse}
 */
export function lockDatabase(data: string): Promise<() => void> {
  return new Promise((resolve, reject) => {
    const release = Promise.withResolvers<void>();
    navigator.locks
      .request(`portico ${data}`, { ifAvailable: true }, (lock) => {
        if (!lock) throw new DatabaseInUse(data);
        resolve(() => release.resolve());
        return release.promise;
      })
      .catch(reject);
  });
}
