import type { Transaction } from "../port.ts";
import type { Sql } from "../sql.ts";

/**
 * Defers statements whose results are not needed, and sends them together with the next statement. A project may have a
 * thousand files, and a round trip takes as long as a short statement.
 */
export class StatementBatcher {
  readonly #transaction: Transaction;
  readonly #deferred: Sql[] = [];

  constructor(transaction: Transaction) {
    this.#transaction = transaction;
  }

  defer(...statements: readonly Sql[]): void {
    this.#deferred.push(...statements);
  }

  async query<Row>(statement: Sql) {
    await this.#send();
    return this.#transaction.query<Row>(statement);
  }

  async script(text: string): Promise<void> {
    await this.#send();
    await this.#transaction.script(text);
  }

  async commit(): Promise<void> {
    await this.#transaction.commitWith(this.#deferred.splice(0));
  }

  async #send(): Promise<void> {
    const statements = this.#deferred.splice(0);
    if (statements.length > 0) await this.#transaction.batch(statements);
  }
}
