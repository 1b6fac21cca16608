/**
 * The expected value of something that a wire stores. A request without a response may or may not have been executed,
 * so both values are possible until the value is read again. Undefined stands for a missing value.
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

  write(value: Value | undefined, outcome: "good" | "refused" | "unknown"): void {
    if (outcome === "good") this.#possible = [value];
    if (outcome === "unknown") this.#possible.push(value);
  }

  /** Records a value that was read. Returns whether it is one of the possible values. */
  observe(value: Value | undefined): boolean {
    if (!this.#possible.includes(value)) return false;
    this.#possible = [value];
    return true;
  }

  /** Excludes a value. Returns false if no possible value is left. */
  ruleOut(value: Value): boolean {
    this.#possible = this.#possible.filter((item) => item !== value);
    return this.#possible.length > 0;
  }
}
