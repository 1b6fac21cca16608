/**
 * Reads the examples of a page and compares them with a server. An example is two blocks of `http`:
 * what is sent, and after `HTTP` and the status what comes back. In either `{a name}` stands for a
 * value that an earlier answer gave, or that this one gives; in an answer `…` stands for whatever
 * comes there, and as a member for the members that are not shown.
 */

/** One request of a page, and the answer that the page shows. */
export interface Example {
  /** Method and path, for the name of a test. */
  readonly title: string;
  readonly request: Part & { readonly method: string; readonly path: string };
  readonly answer: Part & { readonly status: number };
}

interface Part {
  readonly headers: ReadonlyMap<string, string>;
  /** JSON where it is, else text; undefined where there is none. */
  readonly body: unknown;
}

/** What comes from a server, ready to be compared. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

/** The values of the names so far. A name may be given by a function, which is asked each time. */
export type Values = Map<string, unknown>;

export function examplesOf(page: string): Example[] {
  const blocks = [...page.matchAll(/^```http\n(.*?)\n```$/gms)].map(([, text = ""]) => text);
  const examples: Example[] = [];
  for (let at = 0; at < blocks.length; at += 2) {
    const [request = "", answer = ""] = [blocks[at], blocks[at + 1]];
    const [, method, path] = /^([A-Z]+) (\S.*)/.exec(request) ?? [];
    const [, status] = /^HTTP (\d+)/.exec(answer) ?? [];
    if (!method || !path || !status) {
      throw new Error(`These are not a request and its answer:\n${request}\n\n${answer}`);
    }
    examples.push({
      title: `${method} ${path}`,
      request: { method, path, ...partOf(request) },
      answer: { status: Number(status), ...partOf(answer) },
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

/** The request as it is sent: a body of JSON says so. */
export function requestOf({ request }: Example, origin: string, values: Values): Request {
  const filled = fill(request.body, values);
  const isText = filled === undefined || typeof filled === "string";
  const headers = new Headers(isText ? {} : { "content-type": "application/json" });
  for (const [name, value] of request.headers) headers.set(name, String(fill(value, values)));
  return new Request(new URL(String(fill(request.path, values)), origin), {
    method: request.method,
    headers,
    redirect: "manual",
    ...(filled !== undefined && { body: isText ? filled : JSON.stringify(filled) }),
  });
}

const name = /\{([^{}"]+)\}/g;

function fill(value: unknown, values: Values): unknown {
  if (typeof value === "string") {
    const [whole, only] = /^\{([^{}"]+)\}$/.exec(value) ?? [];
    if (whole && only) return valueNamed(only, values);
    return value.replace(name, (_, key: string) => String(valueNamed(key, values)));
  }
  if (Array.isArray(value)) return value.map((item) => fill(item, values));
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fill(item, values)]));
}

function valueNamed(key: string, values: Values): unknown {
  const value = values.get(key);
  if (value === undefined) throw new Error(`No answer so far gave {${key}}.`);
  return typeof value === "function" ? value() : value;
}

/**
 * Where an answer is not what the page shows; empty when it is.
 *
 * @param values learns the names that the page's answer gives
 */
export function differences({ answer: shown }: Example, answer: Answer, values: Values): string[] {
  const found: string[] = [];
  if (answer.status !== shown.status) found.push(`status: ${answer.status}`);
  for (const [header, value] of shown.headers) {
    compare(value, answer.headers.get(header), header, { values, found });
  }
  compare(shown.body, answer.body, "body", { values, found });
  return found;
}

/** Sends an example, and compares the answer with the page's. */
export async function tried(example: Example, origin: string, values: Values): Promise<string[]> {
  const response = await fetch(requestOf(example, origin, values));
  const text = await response.text();
  const { status, headers } = response;
  const body = text === "" ? undefined : parse(text);
  return differences(example, { status, headers, body }, values);
}

/** The first block of a language in a page; empty where there is none. */
export function blockOf(page: string, language: string): string {
  const [, text = ""] = new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, "ms").exec(page) ?? [];
  return text;
}

interface Comparison {
  readonly values: Values;
  readonly found: string[];
}

function compare(shown: unknown, actual: unknown, path: string, comparison: Comparison): void {
  const { values, found } = comparison;
  const differs = () => found.push(`${path}: ${JSON.stringify(actual)}`);
  if (typeof shown === "string") {
    if (!compareText(shown, actual, values)) differs();
    return;
  }
  if (Array.isArray(shown)) {
    if (!Array.isArray(actual)) differs();
    else compareLists(shown, actual, path, comparison);
    return;
  }
  if (!isRecord(shown)) {
    if (shown !== actual) differs();
    return;
  }
  if (!isRecord(actual)) {
    differs();
    return;
  }
  for (const [key, value] of Object.entries(shown)) {
    if (key !== "…") compare(value, actual[key], `${path}.${key}`, comparison);
  }
  if ("…" in shown) return;
  for (const key of Object.keys(actual)) {
    if (!(key in shown)) found.push(`${path}.${key}: ${JSON.stringify(actual[key])}, not shown`);
  }
}

function compareLists(
  shown: readonly unknown[],
  actual: readonly unknown[],
  path: string,
  comparison: Comparison,
): void {
  const isOpen = shown.at(-1) === "…";
  const items = isOpen ? shown.slice(0, -1) : shown;
  if (isOpen ? actual.length < items.length : actual.length !== items.length) {
    comparison.found.push(`${path}: ${actual.length} items`);
  }
  for (const [index, item] of items.entries()) {
    compare(item, actual[index], `${path}[${index}]`, comparison);
  }
}

/** A text with names and dots in it, as a pattern. What a name already stands for must come again. */
function compareText(shown: string, actual: unknown, values: Values): boolean {
  if (actual === undefined || actual === null) return false;
  if (shown === "…") return true;
  const [whole, only] = /^\{([^{}"]+)\}$/.exec(shown) ?? [];
  if (whole && only) {
    if (typeof actual === "object" || !values.has(only)) values.set(only, actual);
    return values.get(only) === actual;
  }
  if (typeof actual !== "string") return false;
  const learned: string[] = [];
  const pattern = shown
    .split(/(\{[^{}"]+\}|…)/)
    .map((piece) => {
      if (piece === "…") return ".*?";
      const [, key] = /^\{(.+)\}$/.exec(piece) ?? [];
      if (key === undefined) return literally(piece);
      const known = values.get(key);
      if (typeof known === "string") return literally(known);
      learned.push(key);
      return "(.+?)";
    })
    .join("");
  const match = new RegExp(`^${pattern}$`, "s").exec(actual);
  for (const [index, key] of learned.entries()) values.set(key, match?.[index + 1]);
  return match !== null;
}

/** A text as a pattern that finds just that. */
export function literally(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
