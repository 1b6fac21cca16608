/**
 * The value of something that is written through the wire. A request without an answer may have been done or
 * not: until the value is read again, both are possible. An absent thing has the value undefined.
 */
export class Kept<Value> {
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

  /** False when nothing that was written explains what was read. */
  see(value: Value | undefined): boolean {
    if (!this.#possible.includes(value)) return false;
    this.#possible = [value];
    return true;
  }

  /** Rules out a value that was tried. False when nothing is left. */
  rule(value: Value): boolean {
    this.#possible = this.#possible.filter((one) => one !== value);
    return this.#possible.length > 0;
  }
}
