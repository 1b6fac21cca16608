import type { WireName } from "./recorded-request.ts";

/** The text that replaces a secret. */
export const redacted = "REDACTED";

/** A text, and whether nothing was removed from it. */
export interface Redaction {
  readonly text: string;
  readonly isComplete: boolean;
}

/** Matches names of parameters, members and columns whose values are usually secret. */
const secretName =
  /pass(word|phrase|wd|code)|secret|token|api[-_]?key|private[-_]?key|jwt|otp|verifier|credential|authori[sz]ation|cookie|signature|assertion/i;

/** Matches names of link parameters whose values are secret. Columns with these names are harmless. */
const linkName = /^(code|state|nonce|pin|key|sig|hash)$/i;

/** Parameters and members of the auth wire that are not secret. Most others are codes, tokens and passwords. */
const plainAuthNames = new Set([
  "app_metadata",
  "ban_duration",
  "channel",
  "create_user",
  "data",
  "email",
  "email_confirm",
  "factor_type",
  "filter",
  "friendly_name",
  "grant_type",
  "page",
  "per_page",
  "phone",
  "phone_confirm",
  "provider",
  "role",
  "scope",
  "scopes",
  "type",
  "user_metadata",
]);

const isSecret = (name: string, wire: WireName | null) =>
  wire === "auth"
    ? !plainAuthNames.has(name)
    : secretName.test(name) || (wire !== "rest" && linkName.test(name));

/**
 * Matches anything that may be a JSON Web Token, and a project's secret keys, anywhere in a text. It does not require
 * the dots of a token, because it would then scan the rest of the text again from each `eyJ`.
 */
const secretText = /eyJ[\w.-]*|sb_secret_[\w-]+/g;

/** Replaces tokens and secret keys in a text. */
export const redactText = (text: string): string =>
  text.replace(secretText, (match) => (isSecretText(match) ? redacted : match));

const isSecretText = (match: string) => match.startsWith("sb_") || match.includes(".", 8);

/**
 * Replaces the secrets in an encoded path and query, and truncates the result. The other parts keep their encoding.
 */
export function redactPath(path: string, wire: WireName | null, maxLength: number): Redaction {
  const [address = "", ...queryParts] = path.split("?");
  const parameters = queryParts.join("?").split("&");
  const redactedParameters = parameters.map((parameter) => {
    const equals = parameter.indexOf("=");
    if (equals < 0) return redactText(parameter);
    const name = parameter.slice(0, equals);
    return isSecret(decode(name), wire) ? `${name}=${redacted}` : redactDecoded(parameter);
  });
  const text =
    redactText(address) + (queryParts.length > 0 ? `?${redactedParameters.join("&")}` : "");
  return { text: text.slice(0, maxLength), isComplete: text === path && text.length <= maxLength };
}

/** Redacts an encoded parameter. A token may be encoded, for example with `%2E` instead of dots. */
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
 * Replaces the secrets in a JSON text. A text without secrets is unchanged, so that numbers keep all digits.
 */
export function redactJson(text: string, wire: WireName | null): Redaction {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // The members of malformed JSON cannot be examined, so all of it is removed.
    return { text: redacted, isComplete: false };
  }
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  if (wire === "auth" && !isObject) return { text: JSON.stringify(redacted), isComplete: false };
  const clean = redactValue(value, wire, 0);
  // JSON.stringify fails for a value that is nested too deeply, so check the depth first.
  const isComplete =
    !isDeeperThan(value, maxDepth) && JSON.stringify(clean) === JSON.stringify(value);
  return { text: isComplete ? text : JSON.stringify(clean), isComplete };
}

/** The maximum depth that is examined. Deeper values are removed. */
const maxDepth = 32;

function redactValue(value: unknown, wire: WireName | null, depth: number): unknown {
  if (typeof value === "string") return redactText(value);
  if (typeof value !== "object" || value === null) return value;
  if (depth === maxDepth) return redacted;
  // Do not pass `auth` on, because the auth wire's rules for names apply only to the first level.
  const innerWire = wire === "auth" ? "functions" : wire;
  if (Array.isArray(value))
    return value.map((element) => redactValue(element, innerWire, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      isSecret(name, wire) ? redacted : redactValue(member, innerWire, depth + 1),
    ]),
  );
}

function isDeeperThan(value: unknown, depth: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return depth === 0 || Object.values(value).some((member) => isDeeperThan(member, depth - 1));
}
