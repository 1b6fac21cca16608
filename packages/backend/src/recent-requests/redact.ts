import type { WireName } from "./recorded-request.ts";

/** Replaces a secret. */
export const redacted = "REDACTED";

/** A text, and whether nothing was removed from it. */
export interface Redaction {
  readonly text: string;
  readonly isComplete: boolean;
}

/** Matches names of parameters, members and columns that usually contain a secret. */
const secretName =
  /pass(word|phrase|wd|code)|secret|token|api[-_]?key|private[-_]?key|jwt|otp|verifier|credential|authori[sz]ation|cookie|signature|assertion/i;

/** Matches names of link parameters that contain a secret. As names of columns they are harmless. */
const linkName = /^(code|state|nonce|pin|key|sig|hash)$/i;

/** Parameters and members of the auth wire without secrets. Most others are codes, tokens and passwords. */
const plainAuthNames = new Set([
  ...["app_metadata", "ban_duration", "channel", "create_user", "data", "email", "email_confirm"],
  ...["factor_type", "filter", "friendly_name", "grant_type", "page", "per_page", "phone"],
  ...["phone_confirm", "provider", "role", "scope", "scopes", "type", "user_metadata"],
]);

const isSecret = (name: string, wire: WireName | null) =>
  wire === "auth"
    ? !plainAuthNames.has(name)
    : secretName.test(name) || (wire !== "rest" && linkName.test(name));

/** Matches JSON Web Tokens and a project's secret keys anywhere in a text. */
const secretText = /eyJ[\w-]{5,}\.[\w-]+(\.[\w-]*)*|sb_secret_[\w-]+/g;

/** Replaces tokens and secret keys in a text. */
export const redactText = (text: string): string => text.replace(secretText, redacted);

/**
 * Replaces the secrets in an encoded path with its query, and truncates the path. The other parts keep their encoding.
 */
export function redactPath(path: string, wire: WireName | null, maxLength: number): Redaction {
  const [address = "", ...rest] = path.split("?");
  const parameters = rest.join("?").split("&");
  const kept = parameters.map((parameter) => {
    const equals = parameter.indexOf("=");
    if (equals < 0) return redactText(parameter);
    const name = parameter.slice(0, equals);
    return isSecret(decode(name), wire) ? `${name}=${redacted}` : redactDecoded(parameter);
  });
  const text = redactText(address) + (rest.length > 0 ? `?${kept.join("&")}` : "");
  return { text: text.slice(0, maxLength), isComplete: text === path && text.length <= maxLength };
}

/** A token may be encoded, for example with `%2E` in place of its dots. */
const redactDecoded = (parameter: string) => {
  const decoded = decode(parameter);
  const clean = redactText(decoded);
  return clean === decoded ? parameter : encodeURI(clean);
};

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return text;
  }
}

/**
 * Replaces the secrets in a JSON text. A text without secrets stays unchanged, so that numbers keep all their digits.
 */
export function redactJson(text: string, wire: WireName | null): Redaction {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // The members of malformed JSON cannot be examined, so remove all of it.
    return { text: redacted, isComplete: false };
  }
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  if (wire === "auth" && !isObject) return { text: JSON.stringify(redacted), isComplete: false };
  const clean = redactValue(value, wire, 0);
  const isComplete = JSON.stringify(clean) === JSON.stringify(value);
  return { text: isComplete ? text : JSON.stringify(clean), isComplete };
}

/** How deep members are examined. */
const maxDepth = 32;

function redactValue(value: unknown, wire: WireName | null, depth: number): unknown {
  if (typeof value === "string") return redactText(value);
  if (typeof value !== "object" || value === null) return value;
  if (depth === maxDepth) return redacted;
  // Only members of the first level have the auth wire's names.
  const inner = wire === "auth" ? "functions" : wire;
  if (Array.isArray(value)) return value.map((each) => redactValue(each, inner, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      isSecret(name, wire) ? redacted : redactValue(member, inner, depth + 1),
    ]),
  );
}
