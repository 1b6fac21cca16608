/**
 * The database is open in another tab or worker of this origin. Two of them would write over each other.
 *
 * @example
 * ```ts
 * import { DatabaseInUse, startBackend } from "@portico/backend/browser";
 *
 * try {
 *   await startBackend({ data: "idb://demo" });
 * } catch (error) {
 *   if (error instanceof DatabaseInUse) document.body.append("It is open in another tab.");
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
 * Keeps a database from all other tabs, until it is let go or the tab ends (Web Locks).
 *
 * @returns the function that lets it go
 * @throws {DatabaseInUse}
 */
export function holdName(data: string): Promise<() => void> {
  return new Promise((resolve, reject) => {
    const held = Promise.withResolvers<void>();
    navigator.locks
      .request(`portico ${data}`, { ifAvailable: true }, (lock) => {
        if (!lock) throw new DatabaseInUse(data);
        resolve(() => held.resolve());
        return held.promise;
      })
      .catch(reject);
  });
}
