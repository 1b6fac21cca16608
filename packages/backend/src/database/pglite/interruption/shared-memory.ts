import { externalKinds, importsOf } from "./imports.ts";
import {
  encodeUnsigned,
  maximumFlag,
  replaceSections,
  sectionIds,
  sectionsOf,
} from "./module-binary.ts";

/** The complete 32-bit address space, in pages of 64 kB. */
const maxPages = 65_536;

/**
 * The bit in a memory's limits that means that the memory is shared
 * (https://webassembly.github.io/threads/core/binary/types.html#limits).
 */
const sharedFlag = 2;

/**
 * Makes the imported memory of a WebAssembly module shareable between threads, and changes nothing else. A shared
 * memory needs a maximum, so a module without one gets the largest possible.
 *
 * @returns the bytes unchanged if the module does not import a memory, or imports a shared one
 */
export function shareMemory(module: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const section = sectionsOf(module).find(({ id }) => id === sectionIds.imports);
  if (!section) return module;
  const memory = importsOf(module, section).find(({ kind }) => kind === externalKinds.memory);
  const flags = memory && module[memory.start];
  if (!memory || flags === undefined || flags & sharedFlag) return module;
  const content = [
    module.subarray(section.start, memory.start),
    Uint8Array.of(flags | maximumFlag | sharedFlag),
    module.subarray(memory.start + 1, memory.end),
    Uint8Array.from(flags & maximumFlag ? [] : encodeUnsigned(maxPages)),
    module.subarray(memory.end, section.end),
  ];
  return replaceSections(module, new Map([[sectionIds.imports, content]]));
}
