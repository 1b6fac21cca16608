/// <reference path="./web-assembly.d.ts" />

/** The length of the magic number and the version at the start of a module. */
const headerBytes = 8;
const importSection = 2;

/** The whole 32-bit address space, in pages of 64 kB. */
const maxPages = 65_536;

/** The flag bits of a memory's limits (https://webassembly.github.io/threads/core/binary/types.html#limits). */
const hasMaximum = 1;
const isShared = 2;

/**
 * Makes the imported memory of a WebAssembly module shareable between threads; the rest is unchanged. A
 * shared memory needs a maximum; a module that names none accepts any.
 *
 * @returns the bytes unchanged when the module imports no memory, or a shared one
 */
export function withSharedMemory(module: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const reader = new Reader(module, headerBytes);
  while (!reader.isAtEnd) {
    const id = reader.byte();
    const start = reader.at;
    const end = reader.number() + reader.at;
    if (id !== importSection) {
      reader.at = end;
      continue;
    }
    const content = reader.at;
    const limits = memoryLimits(reader);
    if (!limits || limits.flags & isShared) return module;
    const maximum = limits.flags & hasMaximum ? [] : encode(maxPages);
    const section = Buffer.concat([
      module.subarray(content, limits.start),
      Uint8Array.of(limits.flags | hasMaximum | isShared),
      module.subarray(limits.start + 1, limits.end),
      Uint8Array.from(maximum),
      module.subarray(limits.end, end),
    ]);
    const size = Uint8Array.from(encode(section.length));
    return Buffer.concat([module.subarray(0, start), size, section, module.subarray(end)]);
  }
  return module;
}

/** Finds the limits of the memory in an import section; the reader is at the section's content. */
function memoryLimits(reader: Reader) {
  for (let count = reader.number(); count > 0; count--) {
    reader.skipName();
    reader.skipName();
    const kind = reader.byte();
    if (kind === 2) {
      const start = reader.at;
      const flags = reader.skipLimits();
      return { start, flags, end: reader.at };
    }
    if (kind === 0) reader.number();
    else if (kind === 1) {
      reader.byte();
      reader.skipLimits();
    } else if (kind === 3 || kind === 4) reader.at += 2;
    else return undefined;
  }
  return undefined;
}

/** Reads the binary format (https://webassembly.github.io/spec/core/binary/). */
class Reader {
  at: number;
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array, at: number) {
    this.#bytes = bytes;
    this.at = at;
  }

  get isAtEnd(): boolean {
    return this.at >= this.#bytes.length;
  }

  byte(): number {
    return this.#bytes[this.at++] ?? 0;
  }

  /** An unsigned LEB128. */
  number(): number {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.byte();
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return value;
    }
  }

  skipName(): void {
    const length = this.number();
    this.at += length;
  }

  /** Returns the flags. */
  skipLimits(): number {
    const flags = this.byte();
    this.number();
    if (flags & hasMaximum) this.number();
    return flags;
  }
}

function encode(value: number): number[] {
  const low = value % 0x80;
  const rest = Math.floor(value / 0x80);
  return rest === 0 ? [low] : [low + 0x80, ...encode(rest)];
}

/**
 * Makes every memory that this thread creates shared, and every module that it compiles accept one. A module
 * compiled elsewhere must have gone through {@link withSharedMemory}.
 *
 * @param maxPages the size that a memory may grow to, in pages of 64 kB; it never shrinks again
 */
export function shareMemories(maxPages: number): void {
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
      construct: (Original, [source]) => new Original(withSharedMemory(bytesOf(source))),
    }),
    compile: (source: WebAssembly.Source) => compile(withSharedMemory(bytesOf(source))),
    instantiate: (source: WebAssembly.Source | WebAssembly.Module, imports: object) =>
      source instanceof Module
        ? instantiate(source, imports)
        : instantiate(withSharedMemory(bytesOf(source)), imports),
  });
}

function bytesOf(source: WebAssembly.Source): Uint8Array<ArrayBuffer> {
  if (source instanceof ArrayBuffer) return new Uint8Array(source);
  return new Uint8Array(source.buffer, source.byteOffset, source.byteLength);
}
