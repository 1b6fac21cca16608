/**
 * Reads the examples of a page and compares them with a server. An example consists of two `http` blocks: the request,
 * and the response, which starts with `HTTP` and the status. `{a name}` is a placeholder for a value from this response
 * or an earlier one. In a response, `…` matches anything; as a member, it matches all members that are not listed.
 */

/** An example on a page: a request with its documented response. */
export interface Example {
  /** Method and path, used as the name of the test. */
  readonly title: string;
  readonly request: Part & { readonly method: string; readonly path: string };
  readonly response: Part & { readonly status: number };
}

interface Part {
  readonly headers: ReadonlyMap<string, string>;
  /** Parsed JSON, or text. Undefined without a body. */
  readonly body: unknown;
}

/** A server's response, parsed for the comparison. */
interface ParsedResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

/** The known values by name. If a value is a function, it is called whenever its name is used. */
export type Values = Map<string, unknown>;

export function examplesOf(page: string): Example[] {
  const blocks = [...page.matchAll(/^```http\n(.*?)\n```$/gms)].map(([, text = ""]) => text);
  const examples: Example[] = [];
  for (let index = 0; index < blocks.length; index += 2) {
    const [request = "", response = ""] = [blocks[index], blocks[index + 1]];
    const [, method, path] = /^([A-Z]+) (\S.*)/.exec(request) ?? [];
    const [, status] = /^HTTP (\d+)/.exec(response) ?? [];
    if (!method || !path || !status) {
      throw new Error(`These are not a request and its response:\n${request}\n\n${response}`);
    }
    examples.push({
      title: `${method} ${path}`,
      request: { method, path, ...partOf(request) },
      response: { status: Number(status), ...partOf(response) },
    });
  }
  return examples;
}

function partOf(text: string): Part {
  const [head = "", ...rest] = text.split("\n\n");
  const headers = head
    .split("\n")
    .slice(1)
    .map((line) => {
      const colon = line.indexOf(":");
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const;
    });
  const body = rest.join("\n\n");
  return { headers: new Map(headers), body: body === "" ? undefined : parse(body) };
}

export function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Builds the request of an example, with a Content-Type if the body is JSON. */
export function requestOf({ request }: Example, origin: string, values: Values): Request {
  const filledBody = fill(request.body, values);
  const isText = filledBody === undefined || typeof filledBody === "string";
  const headers = new Headers(isText ? {} : { "content-type": "application/json" });
  for (const [name, value] of request.headers) headers.set(name, String(fill(value, values)));
  return new Request(new URL(String(fill(request.path, values)), origin), {
    method: request.method,
    headers,
    redirect: "manual",
    ...(filledBody !== undefined && { body: isText ? filledBody : JSON.stringify(filledBody) }),
  });
}

const placeholder = /\{([^{}"]+)\}/g;

function fill(value: unknown, values: Values): unknown {
  if (typeof value === "string") {
    const [match, name] = /^\{([^{}"]+)\}$/.exec(value) ?? [];
    if (match && name) return valueNamed(name, values);
    return value.replace(placeholder, (_, key: string) => String(valueNamed(key, values)));
  }
  if (Array.isArray(value)) return value.map((item) => fill(item, values));
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fill(item, values)]));
}

function valueNamed(key: string, values: Values): unknown {
  const value = values.get(key);
  if (value === undefined) throw new Error(`No response so far contains {${key}}.`);
  return typeof value === "function" ? value() : value;
}

/**
 * Returns the differences between a response and the page; empty if there are none.
 *
 * @param values receives the values that the documented response names
 */
export function findDifferences(
  { response: expected }: Example,
  response: ParsedResponse,
  values: Values,
): string[] {
  const differences: string[] = [];
  if (response.status !== expected.status) differences.push(`status: ${response.status}`);
  for (const [header, value] of expected.headers) {
    compare(value, response.headers.get(header), header, { values, differences });
  }
  compare(expected.body, response.body, "body", { values, differences });
  return differences;
}

/** Sends an example and compares the response with the documented one. */
export async function compareExample(
  example: Example,
  origin: string,
  values: Values,
): Promise<string[]> {
  const response = await fetch(requestOf(example, origin, values));
  const text = await response.text();
  const { status, headers } = response;
  const body = text === "" ? undefined : parse(text);
  return findDifferences(example, { status, headers, body }, values);
}

/** Returns the first code block of a language in a page, or an empty text. */
export function blockOf(page: string, language: string): string {
  const [, text = ""] = new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, "ms").exec(page) ?? [];
  return text;
}

interface Comparison {
  readonly values: Values;
  readonly differences: string[];
}

function compare(expected: unknown, actual: unknown, path: string, comparison: Comparison): void {
  const { values, differences } = comparison;
  const addDifference = () => differences.push(`${path}: ${JSON.stringify(actual)}`);
  if (typeof expected === "string") {
    if (!matchesText(expected, actual, values)) addDifference();
    return;
  }
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual)) addDifference();
    else compareLists(expected, actual, path, comparison);
    return;
  }
  if (!isRecord(expected)) {
    if (expected !== actual) addDifference();
    return;
  }
  if (!isRecord(actual)) {
    addDifference();
    return;
  }
  for (const [key, value] of Object.entries(expected)) {
    if (key !== "…") compare(value, actual[key], `${path}.${key}`, comparison);
  }
  if ("…" in expected) return;
  for (const key of Object.keys(actual)) {
    if (!(key in expected)) {
      differences.push(`${path}.${key}: ${JSON.stringify(actual[key])}, not documented`);
    }
  }
}

function compareLists(
  expected: readonly unknown[],
  actual: readonly unknown[],
  path: string,
  comparison: Comparison,
): void {
  const mayHaveMore = expected.at(-1) === "…";
  const items = mayHaveMore ? expected.slice(0, -1) : expected;
  if (mayHaveMore ? actual.length < items.length : actual.length !== items.length) {
    comparison.differences.push(`${path}: ${actual.length} items`);
  }
  for (const [index, item] of items.entries()) {
    compare(item, actual[index], `${path}[${index}]`, comparison);
  }
}

/**
 * Returns whether a text matches one that contains `{name}` and `…`. If the name already has a value, the text must
 * contain that value.
 */
function matchesText(expected: string, actual: unknown, values: Values): boolean {
  if (actual === undefined || actual === null) return false;
  if (expected === "…") return true;
  const [match, name] = /^\{([^{}"]+)\}$/.exec(expected) ?? [];
  if (match && name) {
    if (typeof actual === "object" || !values.has(name)) values.set(name, actual);
    return values.get(name) === actual;
  }
  if (typeof actual !== "string") return false;
  const newNames: string[] = [];
  const pattern = expected
    .split(/(\{[^{}"]+\}|…)/)
    .map((piece) => {
      if (piece === "…") return ".*?";
      const [, key] = /^\{(.+)\}$/.exec(piece) ?? [];
      if (key === undefined) return escapeRegExp(piece);
      const value = values.get(key);
      if (typeof value === "string") return escapeRegExp(value);
      newNames.push(key);
      return "(.+?)";
    })
    .join("");
  const textMatch = new RegExp(`^${pattern}$`, "s").exec(actual);
  for (const [index, key] of newNames.entries()) values.set(key, textMatch?.[index + 1]);
  return textMatch !== null;
}

/** Escapes a text for a regular expression. */
export function escapeRegExp(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
