import { exportsOf } from "./exports.ts";
import { externalKinds, importsOf } from "./imports.ts";
import {
  encodeUnsigned,
  Reader,
  replaceSections,
  type Section,
  sectionIds,
  sectionsOf,
} from "./module-binary.ts";

/**
 * The bytes that each level of recursion adds to the depth that PostgreSQL measures. With 64 bytes, `max_stack_depth`
 * allows some 7,500 levels. It must be a multiple of 16, the alignment of the stack.
 */
const frameBytes = 64;

const checkFunctionName = "check_stack_depth";
const stackPointerName = "__stack_pointer";

/** Instructions (https://webassembly.github.io/spec/core/binary/instructions.html). */
const op = { end: 0x0b, call: 0x10, localGet: 0x20, globalGet: 0x23, globalSet: 0x24 };
const i32 = { constant: 0x41, add: 0x6a, sub: 0x6b };

/**
 * Makes every function of PostgreSQL that checks the stack's depth also use some of the stack that is checked.
 * WebAssembly has two stacks. PostgreSQL measures the one in its memory, which only contains variables whose address is
 * taken. A recursive function without such variables, like the parser of JSON, adds nothing to it, and overruns the
 * engine's own stack unnoticed, which ends the instance. Each such function is replaced by one that takes a frame and
 * calls the original. The original code moves to the end of the module, so that no index changes.
 *
 * @returns the bytes unchanged if the module has no such function
 */
export function withStackFrames(module: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const sections = new Map(sectionsOf(module).map((section) => [section.id, section]));
  const [types, importSection, functions, exportSection, code] = Object.values(sectionIds).map(
    (id) => sections.get(id),
  );
  if (!types || !functions || !code) return module;
  const imports = importSection ? importsOf(module, importSection) : [];
  const exportIndexes = exportSection
    ? exportsOf(module, exportSection)
    : new Map<string, number>();
  const indexOf = (kind: number, name: string) => {
    const index = imports.filter((other) => other.kind === kind).findIndex((i) => i.name === name);
    return index < 0 ? exportIndexes.get(`${kind} ${name}`) : index;
  };
  const checkFunctionIndex = indexOf(externalKinds.function, checkFunctionName);
  const stackPointerIndex = indexOf(externalKinds.global, stackPointerName);
  if (checkFunctionIndex === undefined || stackPointerIndex === undefined) return module;

  const callsCheck = Buffer.from([op.call, ...encodeUnsigned(checkFunctionIndex)]);
  const setsPointer = Buffer.from([op.globalSet, ...encodeUnsigned(stackPointerIndex)]);
  // A constant may contain the same bytes. A function that gets a frame because of that still works.
  const frameless = functionsWith(callsCheck, module, code).filter(
    ({ start, end }) => !Buffer.from(module.subarray(start, end)).includes(setsPointer),
  );
  const typeIndexes = numbersOf(module, functions);
  const parameterCounts = parameterCountsOf(module, types);
  const count =
    imports.filter(({ kind }) => kind === externalKinds.function).length + typeIndexes.length;
  const framedFunctions = frameless.map((original, index) => {
    const type = typeIndexes[original.index] ?? 0;
    const body = framedCall(count + index, parameterCounts[type] ?? 0, stackPointerIndex);
    return { original, type, body };
  });
  return replaceSections(
    module,
    new Map([
      [
        sectionIds.functions,
        [vector([...typeIndexes, ...framedFunctions.map(({ type }) => type)])],
      ],
      [sectionIds.code, withMovedCode(module, code, framedFunctions)],
    ]),
  );
}

/** The code of a function. Its size is at `sizeOffset`, and its body is between `start` and `end`. */
interface Code {
  readonly index: number;
  readonly sizeOffset: number;
  readonly start: number;
  readonly end: number;
}

/** Returns the functions whose bodies contain these bytes. */
function functionsWith(bytes: Uint8Array, module: Uint8Array, code: Section): Code[] {
  const binary = Buffer.from(module.buffer, module.byteOffset, module.length);
  const reader = new Reader(module, code.start);
  const functions: Code[] = [];
  let nextMatch = binary.indexOf(bytes, code.start);
  for (let index = 0, count = reader.number(); index < count && nextMatch >= 0; index++) {
    const { position: sizeOffset } = reader;
    const size = reader.number();
    const start = reader.position;
    const end = start + size;
    reader.position = end;
    if (nextMatch >= end) continue;
    if (nextMatch >= start) functions.push({ index, sizeOffset, start, end });
    nextMatch = binary.indexOf(bytes, end);
  }
  return functions;
}

/**
 * Returns a code section in which the new bodies replace the original ones, and the original ones follow at the end.
 */
function withMovedCode(
  module: Uint8Array<ArrayBuffer>,
  { start, end }: Section,
  framed: readonly { readonly original: Code; readonly body: Uint8Array<ArrayBuffer> }[],
): Uint8Array[] {
  const reader = new Reader(module, start);
  const parts = [Uint8Array.from(encodeUnsigned(reader.number() + framed.length))];
  let copied = reader.position;
  for (const { original, body } of framed) {
    parts.push(
      module.subarray(copied, original.sizeOffset),
      Uint8Array.from(encodeUnsigned(body.length)),
      body,
    );
    copied = original.end;
  }
  const moved = framed.map(({ original }) => module.subarray(original.sizeOffset, original.end));
  return [...parts, module.subarray(copied, end), ...moved];
}

/**
 * Returns the body of a function that takes a frame, calls another function with its own arguments, and frees the
 * frame.
 */
function framedCall(target: number, parameters: number, pointer: number): Uint8Array<ArrayBuffer> {
  const global = encodeUnsigned(pointer);
  const frame = [i32.constant, ...encodeSigned(frameBytes)];
  const argumentsCode = Array.from({ length: parameters }, (_, index) => [
    op.localGet,
    ...encodeUnsigned(index),
  ]);
  const noLocals = 0;
  return Uint8Array.from([
    noLocals,
    op.globalGet,
    ...global,
    ...frame,
    i32.sub,
    op.globalSet,
    ...global,
    ...argumentsCode.flat(),
    op.call,
    ...encodeUnsigned(target),
    op.globalGet,
    ...global,
    ...frame,
    i32.add,
    op.globalSet,
    ...global,
    op.end,
  ]);
}

/** Encodes a positive number as signed LEB128. */
function encodeSigned(value: number): number[] {
  const bytes = encodeUnsigned(value);
  const lastByte = bytes.at(-1) ?? 0;
  return lastByte & 0x40 ? [...bytes.slice(0, -1), lastByte | 0x80, 0] : bytes;
}

function numbersOf(module: Uint8Array, { start }: Section): number[] {
  const reader = new Reader(module, start);
  return Array.from({ length: reader.number() }, () => reader.number());
}

/** Returns the number of parameters of each function type. LLVM's modules contain no other types. */
function parameterCountsOf(module: Uint8Array, { start }: Section): number[] {
  const reader = new Reader(module, start);
  return Array.from({ length: reader.number() }, () => {
    reader.byte();
    const parameters = reader.number();
    reader.position += parameters;
    const results = reader.number();
    reader.position += results;
    return parameters;
  });
}

const vector = (numbers: readonly number[]) =>
  Uint8Array.from([...encodeUnsigned(numbers.length), ...numbers.flatMap(encodeUnsigned)]);
