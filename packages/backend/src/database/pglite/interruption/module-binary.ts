/** The length of the magic number and the version at the start of a module. */
const headerBytes = 8;

/** The ids of a module's sections (https://webassembly.github.io/spec/core/binary/modules.html#sections). */
export const sectionIds = { types: 1, imports: 2, functions: 3, exports: 7, code: 10 } as const;

/** The bit in the limits of a table or memory that means that a maximum follows. */
export const maximumFlag = 1;

/** A section of a module. Its id is at `idOffset`, and its content is between `start` and `end`. */
export interface Section {
  readonly id: number;
  readonly idOffset: number;
  readonly start: number;
  readonly end: number;
}

/** Returns the sections of a WebAssembly module in their order. */
export function sectionsOf(module: Uint8Array): Section[] {
  const reader = new Reader(module, headerBytes);
  const sections: Section[] = [];
  while (!reader.isAtEnd) {
    const { position: idOffset } = reader;
    const id = reader.byte();
    const size = reader.number();
    const section = { id, idOffset, start: reader.position, end: reader.position + size };
    sections.push(section);
    reader.position = section.end;
  }
  return sections;
}

/** Replaces the contents of some sections, which are given by their ids. */
export function replaceSections(
  module: Uint8Array<ArrayBuffer>,
  replacements: ReadonlyMap<number, readonly Uint8Array[]>,
): Uint8Array<ArrayBuffer> {
  const parts = sectionsOf(module).flatMap(({ id, idOffset, end }) => {
    const content = replacements.get(id);
    if (!content) return [module.subarray(idOffset, end)];
    const size = content.reduce((sum, { length }) => sum + length, 0);
    return [Uint8Array.of(id, ...encodeUnsigned(size)), ...content];
  });
  return Buffer.concat([module.subarray(0, headerBytes), ...parts]);
}

/** Reads the binary format (https://webassembly.github.io/spec/core/binary/). */
export class Reader {
  position: number;
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array, position: number) {
    this.#bytes = bytes;
    this.position = position;
  }

  get isAtEnd(): boolean {
    return this.position >= this.#bytes.length;
  }

  byte(): number {
    return this.#bytes[this.position++] ?? 0;
  }

  /** Reads an unsigned LEB128 number. */
  number(): number {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.byte();
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return value;
    }
  }

  name(): string {
    const end = this.number() + this.position;
    const name = Buffer.from(this.#bytes.subarray(this.position, end)).toString();
    this.position = end;
    return name;
  }

  /** Skips the limits of a table or memory, and returns their flags. */
  skipLimits(): number {
    const flags = this.byte();
    this.number();
    if (flags & maximumFlag) this.number();
    return flags;
  }
}

/** Encodes a number as unsigned LEB128. */
export function encodeUnsigned(value: number): number[] {
  const low = value % 0x80;
  const remainder = Math.floor(value / 0x80);
  return remainder === 0 ? [low] : [low + 0x80, ...encodeUnsigned(remainder)];
}
