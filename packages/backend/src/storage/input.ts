import { nestsDeeperThan } from "../http/nesting.ts";
import { malformed } from "./errors.ts";

/** In bytes: a list of a thousand names of the longest kind fits. */
const largest = 2 * 1024 * 1024;

/** Levels of a document of JSON, of which the database takes more. */
export const deepest = 100;

/** The body of a request, as JSON. */
export type Input = Readonly<Record<string, unknown>>;

/**
 * Reads a JSON object.
 *
 * @throws {StorageError} in the words of the reference's validator (Ajv)
 */
export async function readInput(request: Request): Promise<Input> {
  const text = await boundedText(request);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw malformed("Body is not valid JSON but content-type is set to 'application/json'");
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw malformed("body must be object");
  }
  if (nestsDeeperThan(deepest, text)) throw malformed("body is nested too deeply");
  return value as Input;
}

async function boundedText(request: Request): Promise<string> {
  const decoder = new TextDecoder();
  let [text, size] = ["", 0];
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > largest) throw malformed("Request body is too large");
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

interface Kinds {
  string: string;
  boolean: boolean;
  integer: number;
  array: readonly string[];
  object: Input;
}

/**
 * A member of the body, undefined where it is absent.
 *
 * @throws {StorageError} when it is of another kind
 */
export function member<Kind extends keyof Kinds>(
  input: Input,
  name: string,
  kind: Kind,
): Kinds[Kind] | undefined {
  const value = input[name];
  if (value === undefined) return undefined;
  if (!isOfKind(value, kind)) throw malformed(`body/${name} must be ${kind}`);
  // PostgreSQL has no text with this character.
  if (typeof value === "string" && value.includes("\0")) {
    throw malformed(`body/${name} must not contain a null character`);
  }
  return value as Kinds[Kind];
}

/** Like {@link member}, for a member that has to be there. */
export function required<Kind extends keyof Kinds>(
  input: Input,
  name: string,
  kind: Kind,
): Kinds[Kind] {
  const value = member(input, name, kind);
  if (value === undefined) throw malformed(`body must have required property '${name}'`);
  return value;
}

/** The most names in one request. */
const mostNames = 1000;

/** A list of names, which must not be empty. */
export function namesIn(input: Input, name: string): readonly string[] {
  const names = required(input, name, "array");
  if (names.length === 0) throw malformed(`body/${name} must NOT have fewer than 1 items`);
  if (names.length > mostNames) {
    throw malformed(`body/${name} must NOT have more than ${mostNames} items`);
  }
  return names;
}

/** A whole number of at least `least`. */
export function wholeNumber(input: Input, name: string, least: number): number | undefined {
  const value = member(input, name, "integer");
  if (value === undefined) return undefined;
  if (value < least) throw malformed(`body/${name} must be >= ${least}`);
  return value;
}

/** One of a few words. */
export function oneOf<const Word extends string>(
  value: unknown,
  name: string,
  words: readonly Word[],
): Word | undefined {
  if (value === undefined) return undefined;
  const word = words.find((known) => known === value);
  if (word === undefined) throw malformed(`${name} must be equal to one of the allowed values`);
  return word;
}

function isOfKind(value: unknown, kind: keyof Kinds): boolean {
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
