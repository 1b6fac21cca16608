import { describe, expect, test } from "vitest";
import { shareMemory } from "./shared-memory.ts";

/**
 * Returns a module that imports a function and a memory with these limits, and that returns the memory's first word.
 */
function moduleWith(limits: readonly number[]): Uint8Array<ArrayBuffer> {
  const name = (text: string) => [text.length, ...Buffer.from(text)];
  const imports = [2, ...name("env"), ...name("f"), 0, 0, ...name("env"), ...name("memory"), 2];
  const section = (id: number, content: readonly number[]) => [id, content.length, ...content];
  return Uint8Array.from([
    0,
    0x61,
    0x73,
    0x6d,
    1,
    0,
    0,
    0,
    ...section(1, [1, 0x60, 0, 1, 0x7f]),
    ...section(2, [...imports, ...limits]),
    ...section(3, [1, 0]),
    ...section(7, [1, ...name("first"), 0, 1]),
    ...section(10, [1, 7, 0, 0x41, 0, 0x28, 2, 0, 0x0b]),
  ]);
}

async function firstWord(module: Uint8Array<ArrayBuffer>, memory: WebAssembly.Memory) {
  const imports = { env: { f: () => 0, memory } };
  const { instance } = await WebAssembly.instantiate(module, imports);
  return (instance.exports["first"] as () => number)();
}

describe("a module that imports a memory", () => {
  test.each([
    ["with a maximum", [1, 1, 0x80, 1]],
    ["without one", [0, 1]],
    ["that is shared already", [3, 1, 0x80, 1]],
  ])(
    "a WebAssembly module that imports memory with %s can import shared memory",
    async (_, limits) => {
      const memory = new WebAssembly.Memory({ initial: 1, maximum: 64, shared: true });
      expect(memory.buffer).toBeInstanceOf(SharedArrayBuffer);
      new Int32Array(memory.buffer)[0] = 42;
      expect(await firstWord(shareMemory(moduleWith(limits)), memory)).toBe(42);
    },
  );
});

test("a module without an imported memory is unchanged", () => {
  const module = Uint8Array.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]);
  expect(shareMemory(module)).toBe(module);
});
