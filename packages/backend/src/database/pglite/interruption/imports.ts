import { Reader, type Section } from "./module-binary.ts";

/** The kinds of imports and exports in a module. */
export const externalKinds = { function: 0, table: 1, memory: 2, global: 3, tag: 4 } as const;

/** An import of a module. `start` and `end` are the positions of its description. */
export interface Import {
  readonly name: string;
  readonly kind: number;
  readonly start: number;
  readonly end: number;
}

/** Returns the imports of a module, up to the first one of an unknown kind. */
export function importsOf(module: Uint8Array, { start: contentStart }: Section): Import[] {
  const reader = new Reader(module, contentStart);
  const imports: Import[] = [];
  for (let count = reader.number(); count > 0; count--) {
    reader.name();
    const name = reader.name();
    const kind = reader.byte();
    const start = reader.position;
    if (kind === externalKinds.function) reader.number();
    else if (kind === externalKinds.memory) reader.skipLimits();
    else if (kind === externalKinds.table) {
      reader.byte();
      reader.skipLimits();
    } else if (kind === externalKinds.global || kind === externalKinds.tag) reader.position += 2;
    else return imports;
    imports.push({ name, kind, start, end: reader.position });
  }
  return imports;
}
