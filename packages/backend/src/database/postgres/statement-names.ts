import { createHash } from "node:crypto";

/** The names under which a server keeps the statements of all connections of a pool. */
export class StatementNames {
  readonly #isPooled: boolean;
  #isKept: boolean;
  #count = 0;

  constructor(way: { readonly isPooled: boolean; readonly isKept: boolean }) {
    this.#isPooled = way.isPooled;
    this.#isKept = way.isKept;
  }

  /**
   * The name for a text, or nothing where none is kept. It begins with the text's digest: on a connection that
   * several processes use, without our knowledge, a name can only ever mean the text that it was made for.
   */
  of(text: string): string {
    if (!this.#isKept) return "";
    const digest = createHash("sha256").update(text).digest("base64url").slice(0, 22);
    return `p_${digest}_${(++this.#count).toString(36)}`;
  }

  /**
   * The server refused a name. A connection that is ours alone never has a name already, so there is a pooler
   * that was not found out; one that was found out does not keep names as it seemed to.
   *
   * @param code SQLSTATE
   */
  refused(code: string | undefined): void {
    if (code === duplicate || (this.#isPooled && code === missing)) this.#isKept = false;
  }
}

/** `duplicate_prepared_statement` */
const duplicate = "42P05";
/** `invalid_sql_statement_name` */
const missing = "26000";
