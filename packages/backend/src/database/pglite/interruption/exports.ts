import { Reader, type Section } from "./module-binary.ts";

/** Returns the indexes of a module's exports, by their kinds and names, such as `0 malloc` for a function. */
export function exportsOf(module: Uint8Array, { start }: Section): Map<string, number> {
  const reader = new Reader(module, start);
  const count = reader.number();
  const entries = Array.from({ length: count }, (): [string, number] => {
    const name = reader.name();
    return [`${reader.byte()} ${name}`, reader.number()];
  });
  return new Map(entries);
}
