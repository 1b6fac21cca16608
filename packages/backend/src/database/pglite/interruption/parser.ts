/// <reference path="./web-assembly.d.ts" />
import { setFlagsFromString } from "node:v8";
import { exportsOf } from "./exports.ts";
import { externalKinds, importsOf } from "./imports.ts";
import {
  encodeUnsigned,
  Reader,
  replaceSections,
  sectionIds,
  sectionsOf,
} from "./module-binary.ts";

/** `List *raw_parser(const char *str, RawParseMode mode)` (postgres/src/backend/parser/parser.c). */
const parserName = "raw_parser";

/**
 * The code `if (str == NULL) return NULL`
 * (https://webassembly.github.io/spec/core/binary/instructions.html).
 */
const nullGuard = Uint8Array.of(0x20, 0, 0x45, 0x04, 0x40, 0x41, 0, 0x0f, 0x0b);

/**
 * Makes PostgreSQL's parser return immediately if it is called without a text, so that {@link compileParser} can call
 * it.
 *
 * @returns the bytes unchanged if the module has no parser
 */
export function withCallableParser(module: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const sections = new Map(sectionsOf(module).map((section) => [section.id, section]));
  const imports = sections.get(sectionIds.imports);
  const exports = sections.get(sectionIds.exports);
  const code = sections.get(sectionIds.code);
  if (!imports || !exports || !code) return module;
  const index = exportsOf(module, exports).get(`${externalKinds.function} ${parserName}`);
  if (index === undefined) return module;
  const importedFunctions = importsOf(module, imports).filter(
    ({ kind }) => kind === externalKinds.function,
  );
  const reader = new Reader(module, code.start);
  reader.number();
  for (let skipped = importedFunctions.length; skipped < index; skipped++) {
    const size = reader.number();
    reader.position += size;
  }
  const { position: sizeOffset } = reader;
  const size = reader.number();
  const { position: start } = reader;
  for (let groups = reader.number(); groups > 0; groups--) {
    reader.number();
    reader.byte();
  }
  const content = [
    module.subarray(code.start, sizeOffset),
    Uint8Array.from(encodeUnsigned(size + nullGuard.length)),
    module.subarray(start, reader.position),
    nullGuard,
    module.subarray(reader.position, code.end),
  ];
  return replaceSections(module, new Map([[sectionIds.code, content]]));
}

/**
 * Compiles PostgreSQL's parser in such a way that V8 never optimizes it. The parser is a single function with some 2,500
 * branches, and optimizing it takes 600 MB of memory and two seconds of processor time. V8 soon does so because it
 * measures the work of a function by the length of its code, but prepared statements are not parsed again.
 *
 * V8 compiles a function when it is first called, and decides then whether it counts the calls. The option limits the
 * counting to the function with the index 0, which is imported and never compiled.
 */
export function compileParser({ exports }: WebAssembly.Instance): void {
  const parser = exports[parserName];
  if (typeof parser !== "function") return;
  setFlagsFromString("--wasm-tier-up-filter=0");
  try {
    parser(0, 0);
  } finally {
    setFlagsFromString("--wasm-tier-up-filter=-1");
  }
}
