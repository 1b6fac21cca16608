/**
 * The expected value of something that is written through the wire. A request without an answer may or may not have
 * been executed, so both values are possible until the value is read again. Undefined stands for a missing value.
 */
export class ExpectedValue<Value> {
  #possible: (Value | undefined)[];

  constructor(...possible: readonly (Value | undefined)[]) {
    this.#possible = [...possible];
  }

  get possible(): readonly (Value | undefined)[] {
    return this.#possible;
  }

  get isCertain(): boolean {
    return this.#possible.length === 1;
  }

  write(value: Value | undefined, end: "good" | "refused" | "unknown"): void {
    if (end === "good") this.#possible = [value];
    if (end === "unknown") this.#possible.push(value);
  }

  /** Returns whether the value that was read is one of the possible values. */
  see(value: Value | undefined): boolean {
    if (!this.#possible.includes(value)) return false;
    this.#possible = [value];
    return true;
  }

  /** Rules out a value. Returns false if no possible value is left. */
  rule(value: Value): boolean {
    this.#possible = this.#possible.filter((item) => item !== value);
    return this.#possible.length > 0;
  }
}
