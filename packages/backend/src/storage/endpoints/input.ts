import { nestsDeeperThan } from "../../http/body/nesting.ts";
import { malformed } from "../errors.ts";

/** Enough for a thousand names of the maximum length. */
const maxBodyBytes = 2 * 1024 * 1024;

/** The maximum number of nested levels in JSON. The database allows more. */
export const maxDepth = 100;

/** The JSON body of a request. */
export type Input = Readonly<Record<string, unknown>>;

/**
 * Reads a JSON object.
 *
 * @throws {StorageError} with the message of the reference's validator (Ajv)
 */
export async function readInput(request: Request, maxBytes = maxBodyBytes): Promise<Input> {
  const text = await boundedText(request, maxBytes);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw malformed("Body is not valid JSON but content-type is set to 'application/json'");
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw malformed("body must be object");
  }
  if (nestsDeeperThan(maxDepth, text)) throw malformed("body is nested too deeply");
  return value as Input;
}

async function boundedText(request: Request, maxBytes: number): Promise<string> {
  const decoder = new TextDecoder();
  let [text, size] = ["", 0];
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > maxBytes) throw malformed("Request body is too large");
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/** The types of a member, by the names that the reference's error messages use. */
interface MemberTypes {
  string: string;
  boolean: boolean;
  integer: number;
  array: readonly string[];
  object: Input;
}

/**
 * Returns a member of the body, or undefined if it is absent.
 *
 * @throws {StorageError} when it has another type
 */
export function readMember<Kind extends keyof MemberTypes>(
  input: Input,
  name: string,
  kind: Kind,
): MemberTypes[Kind] | undefined {
  const value = input[name];
  if (value === undefined) return undefined;
  if (!isOfKind(value, kind)) throw malformed(`body/${name} must be ${kind}`);
  // PostgreSQL does not accept this character in text.
  if (typeof value === "string" && value.includes("\0")) {
    throw malformed(`body/${name} must not contain a null character`);
  }
  return value as MemberTypes[Kind];
}

/** Like {@link readMember}, but throws if the member is absent. */
export function readRequiredMember<Kind extends keyof MemberTypes>(
  input: Input,
  name: string,
  kind: Kind,
): MemberTypes[Kind] {
  const value = readMember(input, name, kind);
  if (value === undefined) throw malformed(`body must have required property '${name}'`);
  return value;
}

/** The maximum number of names in a request. */
const maxNames = 1000;

/** Returns a non-empty list of names. */
export function readNames(input: Input, name: string): readonly string[] {
  return checkLength(readRequiredMember(input, name, "array"), name);
}

/** Returns a non-empty list of objects, each a name or `{ path, versionId }`. */
export function readVersionedNames(
  input: Input,
  name: string,
): readonly { readonly name: string; readonly version?: string }[] {
  const value = input[name];
  if (!Array.isArray(value) || value.every((item) => typeof item === "string")) {
    return readNames(input, name).map((item) => ({ name: item }));
  }
  return checkLength(value as readonly unknown[], name).map((item) => {
    if (typeof item === "string") return { name: item };
    if (!isOfKind(item, "object")) throw malformed(`body/${name} must be array`);
    const entry = item as Input;
    return {
      name: readRequiredMember(entry, "path", "string"),
      version: readRequiredMember(entry, "versionId", "string"),
    };
  });
}

function checkLength<Item>(items: readonly Item[], name: string): readonly Item[] {
  if (items.length === 0) throw malformed(`body/${name} must NOT have fewer than 1 items`);
  if (items.length > maxNames) {
    throw malformed(`body/${name} must NOT have more than ${maxNames} items`);
  }
  return items;
}

/** Returns an integer member that is not less than `minimum`. */
export function readInteger(input: Input, name: string, minimum: number): number | undefined {
  const value = readMember(input, name, "integer");
  if (value === undefined) return undefined;
  if (value < minimum) throw malformed(`body/${name} must be >= ${minimum}`);
  return value;
}

/** Returns the value if it is one of the allowed values. */
export function readEnum<const Allowed extends string>(
  value: unknown,
  name: string,
  allowedValues: readonly Allowed[],
): Allowed | undefined {
  if (value === undefined) return undefined;
  const match = allowedValues.find((candidate) => candidate === value);
  if (match === undefined) throw malformed(`${name} must be equal to one of the allowed values`);
  return match;
}

function isOfKind(value: unknown, kind: keyof MemberTypes): boolean {
  switch (kind) {
    case "integer":
      return Number.isSafeInteger(value);
    case "array":
      return Array.isArray(value) && value.every((item) => typeof item === "string");
    case "object":
      return typeof value === "object" && value !== null && !Array.isArray(value);
    default:
      return typeof value === kind;
  }
}
