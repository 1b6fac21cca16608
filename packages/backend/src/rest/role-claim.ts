import type { Caller } from "../http/caller/caller.ts";

/** One step of a path into the claims of a token. Returns undefined if the value has no such member. */
type Step = (value: unknown) => unknown;

/** The path to the role within the claims (`pgrst.jwt_role_claim_key`). */
export type RoleClaim = readonly Step[];

/**
 * Parses a path to one value. Accepts JSONPath (RFC 9535), such as `$.realm["db-roles"][0]` and
 * `$.roles[?search(@, "^app_")]`, and PostgREST's own syntax before version 16, such as `.roles[?(@ ^== "app_")]`.
 *
 * @returns a path that finds nothing if the text is invalid. Every token then has the role `anon`: using the claim
 * `role` instead would be unsafe, because the project may not trust it.
 */
export function parseRoleClaim(text: string): RoleClaim {
  const steps: Step[] = [];
  let rest = text.trim().replace(/^\$(?=[.[]|$)/, "");
  while (rest !== "") {
    const [matched, step] = readStep(rest) ?? [];
    if (matched === undefined || step === undefined) return [() => undefined];
    steps.push(step);
    rest = rest.slice(matched.length);
  }
  return steps;
}

/** Returns the caller with the role that the path finds in a token, or `anon`. API keys keep their role. */
export function withRoleOf(caller: Caller, path: RoleClaim | null): Caller {
  const { claims } = caller;
  if (path === null || Object.keys(claims).every((name) => name === "role")) return caller;
  const found = path.reduce<unknown>((value, step) => step(value), claims);
  if (found === undefined || found === null) return { ...caller, role: "anon" };
  return { ...caller, role: typeof found === "string" ? found : JSON.stringify(found) };
}

const quoted = String.raw`("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')`;

const patterns = {
  member: /^\.([\p{L}\p{N}_$@]+)/u,
  quotedMember: new RegExp(String.raw`^\.${quoted}`, "u"),
  bracketedMember: new RegExp(String.raw`^\[\s*${quoted}\s*\]`, "u"),
  element: /^\[\s*(-?\d{1,9})\s*\]/,
  comparison: new RegExp(
    String.raw`^\[\s*\?\s*\(?\s*@\s*(==\^|\^==|\*==|==|!=)\s*${quoted}\s*\)?\s*\]`,
    "u",
  ),
  expression: new RegExp(
    String.raw`^\[\s*\?\s*\(?\s*(search|match)\(\s*@\s*,\s*${quoted}\s*\)\s*\)?\s*\]`,
    "u",
  ),
} as const;

function readStep(text: string): readonly [matched: string, step: Step] | undefined {
  const [member, name = ""] = patterns.member.exec(text) ?? [];
  if (member !== undefined) return [member, memberNamed(name)];
  const [quotedMember, quotedName = ""] =
    patterns.quotedMember.exec(text) ?? patterns.bracketedMember.exec(text) ?? [];
  if (quotedMember !== undefined) return [quotedMember, memberNamed(unquote(quotedName))];
  const [element, index = ""] = patterns.element.exec(text) ?? [];
  if (element !== undefined) return [element, elementAt(Number(index))];
  const [comparison, operator = "", operand = ""] = patterns.comparison.exec(text) ?? [];
  if (comparison !== undefined) return [comparison, firstThat(compare(operator, unquote(operand)))];
  const [expression, kind, source = ""] = patterns.expression.exec(text) ?? [];
  const pattern = expression === undefined ? undefined : regularExpression(unquote(source), kind);
  if (expression === undefined || pattern === undefined) return undefined;
  return [expression, firstThat((item) => pattern.test(item))];
}

const memberNamed =
  (name: string): Step =>
  (value) =>
    typeof value === "object" && value !== null && Object.hasOwn(value, name)
      ? (value as Readonly<Record<string, unknown>>)[name]
      : undefined;

const elementAt =
  (index: number): Step =>
  (value) =>
    Array.isArray(value) ? value.at(index) : undefined;

const firstThat =
  (isMatch: (item: string) => boolean): Step =>
  (value) =>
    Array.isArray(value)
      ? value.find((item) => typeof item === "string" && isMatch(item))
      : undefined;

function compare(operator: string, operand: string): (item: string) => boolean {
  switch (operator) {
    case "!=":
      return (item) => item !== operand;
    case "^==":
      return (item) => item.startsWith(operand);
    case "==^":
      return (item) => item.endsWith(operand);
    case "*==":
      return (item) => item.includes(operand);
    default:
      return (item) => item === operand;
  }
}

/** Returns undefined if the text is not a regular expression. */
function regularExpression(source: string, kind: string | undefined): RegExp | undefined {
  try {
    return new RegExp(kind === "match" ? `^(?:${source})$` : source, "u");
  } catch {
    return undefined;
  }
}

const unquote = (text: string) => text.slice(1, -1).replace(/\\(.)/gu, "$1");
