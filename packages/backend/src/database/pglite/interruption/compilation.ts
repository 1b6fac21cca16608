/// <reference path="./web-assembly.d.ts" />
import { compileParser, withCallableParser } from "./parser.ts";
import { shareMemory } from "./shared-memory.ts";
import { withStackFrames } from "./stack-frames.ts";

/** Adapts a module of PGlite, or of an extension, for the database's thread. */
export function adaptModule(module: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  return withStackFrames(withCallableParser(shareMemory(module)));
}

/**
 * Makes every memory that this thread creates shared, and adapts every module that it compiles. A module compiled
 * elsewhere must have gone through {@link adaptModule}.
 *
 * @param maxPages the size that a memory may grow to, in pages of 64 kB; it never shrinks again
 */
export function adaptCompilation(maxPages: number): void {
  const { Memory, Module, compile, instantiate } = WebAssembly;
  Object.assign(WebAssembly, {
    Memory: new Proxy(Memory, {
      construct: (Original, [limits]) =>
        new Original({
          ...limits,
          maximum: Math.min(limits.maximum, maxPages),
          shared: true,
        }),
    }),
    Module: new Proxy(Module, {
      construct: (Original, [source]) => new Original(adaptModule(toBytes(source))),
    }),
    compile: (source: WebAssembly.Source) => compile(adaptModule(toBytes(source))),
    instantiate: async (source: WebAssembly.Source | WebAssembly.Module, imports: object) => {
      if (source instanceof Module) {
        const instance = await instantiate(source, imports);
        compileParser(instance);
        return instance;
      }
      const result = await instantiate(adaptModule(toBytes(source)), imports);
      compileParser(result.instance);
      return result;
    },
  });
}

function toBytes(source: WebAssembly.Source): Uint8Array<ArrayBuffer> {
  if (source instanceof ArrayBuffer) return new Uint8Array(source);
  return new Uint8Array(source.buffer, source.byteOffset, source.byteLength);
}
