import { printf } from "./printf.ts";
import {
  fieldOf,
  format,
  isTrue,
  kindOf,
  lengthOf,
  listOf,
  print,
  typeName,
  type Value,
} from "./values.ts";

type Func = (args: readonly Value[]) => Value;

/** `and` and `or` are implemented in the evaluator, because they do not evaluate all their arguments. */
const functions: Readonly<Record<string, Func>> = {
  not: (args) => !isTrue(requireCount(args, 1)[0]),
  eq: ([first, ...otherValues]) => {
    if (otherValues.length === 0) throw new Error("eq needs two values to compare.");
    return otherValues.some((other) => isEqual(first, other));
  },
  ne: (args) => !isEqual(...requirePair(args)),
  lt: (args) => compare(...requirePair(args)) < 0,
  le: (args) => compare(...requirePair(args)) <= 0,
  gt: (args) => compare(...requirePair(args)) > 0,
  ge: (args) => compare(...requirePair(args)) >= 0,
  len: (args) => {
    const [value] = requireCount(args, 1);
    const length = lengthOf(value);
    if (length === undefined) throw new Error(`len of ${typeName(value)}.`);
    return BigInt(length);
  },
  index: ([container, ...keys]) => keys.reduce(getElement, container),
  slice: ([value, ...bounds]) => slice(value, bounds),
  print,
  println: (args) => `${args.map(format).join(" ")}\n`,
  printf: ([pattern, ...values]) => {
    if (typeof pattern !== "string") throw new Error('printf needs a pattern, such as "%s".');
    return printf(pattern, values);
  },
  html: (args) => escapeHtml(printAll(args)),
  urlquery: (args) => escapeQuery(printAll(args)),
  js: (args) => escapeScript(printAll(args)),
};

/** The names of the functions that a template may call. */
export const functionNames: ReadonlySet<string> = new Set([...Object.keys(functions), "and", "or"]);

/** @throws {Error} with a message for the user, if the arguments do not fit the function */
export function callFunction(name: string, args: readonly Value[]): Value {
  const implementation = functions[name];
  if (implementation === undefined) throw new Error(`There is no function ${name}.`);
  return implementation(args);
}

/** Escapes a text like text/template's function `html`. */
export function escapeHtml(text: string): string {
  const references: Record<string, string> = {
    "\0": "\ufffd",
    '"': "&#34;",
    "'": "&#39;",
    "&": "&amp;",
    "<": "&lt;",
    ">": "&gt;",
  };
  return text.replace(/[\0"'&<>]/g, (character) => references[character] ?? character);
}

/** Escapes a text like net/url.QueryEscape, where a space becomes a plus sign. */
export function escapeQuery(text: string): string {
  return encodeURIComponent(text.toWellFormed())
    .replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll("%20", "+");
}

function escapeScript(text: string): string {
  const escapes: Record<string, string> = {
    "\\": "\\\\",
    "'": "\\'",
    '"': '\\"',
    "<": "\\u003C",
    ">": "\\u003E",
    "&": "\\u0026",
    "=": "\\u003D",
  };
  return text.replace(
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters must be escaped
    /[\\'"<>&=\0-\x1f]/g,
    (character) =>
      escapes[character] ??
      `\\u${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}`,
  );
}

/** The escaping functions write `<no value>` for nil, where `print` writes `<nil>`. */
function printAll(args: readonly Value[]): string {
  return print(args.map((value) => (kindOf(value) === "nil" ? "<no value>" : value)));
}

function requireCount(args: readonly Value[], count: number): readonly Value[] {
  if (args.length === count) return args;
  throw new Error(
    `${count} ${count === 1 ? "value is" : "values are"} needed, not ${args.length}.`,
  );
}

function requirePair(args: readonly Value[]): [Value, Value] {
  const [first, second] = requireCount(args, 2);
  return [first, second];
}

function isEqual(first: Value, second: Value): boolean {
  const kinds = [kindOf(first), kindOf(second)];
  if (kinds.includes("nil")) return kinds[0] === kinds[1];
  if (kinds[0] !== kinds[1]) throw incompatible(first, second);
  if (kinds[0] === "list" || kinds[0] === "map") {
    throw new Error(`${typeName(first)} cannot be compared.`);
  }
  return first === second;
}

function compare(first: Value, second: Value): number {
  if (typeof first === "string" && typeof second === "string") {
    return Buffer.compare(Buffer.from(first), Buffer.from(second));
  }
  if (typeof first === "bigint" && typeof second === "bigint") return Number(first - second);
  if (typeof first === "number" && typeof second === "number") return first - second;
  throw incompatible(first, second);
}

function incompatible(first: Value, second: Value): Error {
  return new Error(`${typeName(first)} and ${typeName(second)} cannot be compared.`);
}

function getElement(container: Value, key: Value): Value {
  switch (kindOf(container)) {
    case "list":
      return listOf(container)[elementIndex(key, listOf(container).length)];
    case "string": {
      const bytes = Buffer.from(String(container));
      return BigInt(bytes[elementIndex(key, bytes.length)] ?? 0);
    }
    case "map":
      if (typeof key !== "string") throw new Error(`A field's name cannot be ${typeName(key)}.`);
      return fieldOf(container, key);
    default:
      throw new Error(`${typeName(container)} has no elements.`);
  }
}

function elementIndex(key: Value, length: number): number {
  const index = toIndex(key, length);
  if (index === length) throw new Error(`There is no element ${index}.`);
  return index;
}

function toIndex(key: Value, length: number): number {
  if (typeof key !== "bigint") throw new Error(`An element's number cannot be ${typeName(key)}.`);
  if (key < 0n || key > BigInt(length)) throw new Error(`There is no element ${key}.`);
  return Number(key);
}

function slice(value: Value, bounds: readonly Value[]): Value {
  const source = typeof value === "string" ? Buffer.from(value) : listOf(value);
  if (typeof value !== "string" && !Array.isArray(value)) {
    throw new Error(`${typeName(value)} cannot be sliced.`);
  }
  const [start = 0, end = source.length] = bounds.map((index) => toIndex(index, source.length));
  if (bounds.length > 2 || start > end)
    throw new Error(`There is nothing from ${start} to ${end}.`);
  const result = source.slice(start, end);
  return Buffer.isBuffer(result) ? result.toString() : result;
}
