import { createHash } from "node:crypto";

/** Creates the names of prepared statements for all connections of a pool. */
export class StatementNames {
  readonly #isPooled: boolean;
  #keepsStatements: boolean;
  #count = 0;

  constructor(options: { readonly isPooled: boolean; readonly keepsStatements: boolean }) {
    this.#isPooled = options.isPooled;
    this.#keepsStatements = options.keepsStatements;
  }

  /**
   * Returns a name for a statement, or "" if the server keeps no statements. The name starts with the text's digest, so
   * that it can never refer to another statement even if an undetected pooler shares the connection.
   */
  create(text: string): string {
    if (!this.#keepsStatements) return "";
    const digest = createHash("sha256").update(text).digest("base64url").slice(0, 22);
    return `p_${digest}_${(++this.#count).toString(36)}`;
  }

  /**
   * Stops naming statements if the error shows that names are unreliable: a duplicate name reveals an undetected
   * pooler, and a missing name shows that the detected pooler does not keep statements after all.
   *
   * @param code the SQLSTATE of the error
   */
  handleRefusal(code: string | undefined): void {
    if (code === duplicateNameCode || (this.#isPooled && code === missingNameCode))
      this.#keepsStatements = false;
  }
}

/** `duplicate_prepared_statement` */
const duplicateNameCode = "42P05";
/** `invalid_sql_statement_name` */
const missingNameCode = "26000";
