import type { WireName } from "./recorded-request.ts";

/** Takes the place of a secret. */
export const redacted = "REDACTED";

/** A text, and whether it is the same as before. */
export interface Redaction {
  readonly text: string;
  readonly isComplete: boolean;
}

/** Names of parameters, members and columns that usually hold a secret. */
const secretName =
  /pass(word|phrase|wd|code)|secret|token|api[-_]?key|private[-_]?key|jwt|otp|verifier|credential|authori[sz]ation|cookie|signature|assertion/i;

/** Names of parameters in links. As columns of a table they are ordinary. */
const linkName = /^(code|state|nonce|pin|key|sig|hash)$/i;

/** Parameters and members of the auth wire that hold no secret. Most others are codes, tokens and passwords. */
const plainAuthNames = new Set([
  ...["app_metadata", "ban_duration", "channel", "create_user", "data", "email", "email_confirm"],
  ...["factor_type", "filter", "friendly_name", "grant_type", "page", "per_page", "phone"],
  ...["phone_confirm", "provider", "role", "scope", "scopes", "type", "user_metadata"],
]);

const isSecret = (name: string, wire: WireName | null) =>
  wire === "auth"
    ? !plainAuthNames.has(name)
    : secretName.test(name) || (wire !== "rest" && linkName.test(name));

/** JSON Web Tokens and the secret keys of a project, anywhere in a text. */
const secretText = /eyJ[\w-]{5,}\.[\w-]+(\.[\w-]*)*|sb_secret_[\w-]+/g;

/** Replaces tokens and secret keys in a text. */
export const redactText = (text: string): string => text.replace(secretText, redacted);

/** Replaces the secrets in an encoded path with its query, and cuts it. The other parts keep their encoding. */
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

/** A token may be encoded, such as with `%2E` instead of the dots. */
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

/** Replaces the secrets in a JSON text. One without secrets stays as it is, so that no digit of a number is lost. */
export function redactJson(text: string, wire: WireName | null): Redaction {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // A malformed body is not explained, and its members cannot be examined.
    return { text: redacted, isComplete: false };
  }
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  if (wire === "auth" && !isObject) return { text: JSON.stringify(redacted), isComplete: false };
  const clean = redactValue(value, wire, 0);
  const isComplete = JSON.stringify(clean) === JSON.stringify(value);
  return { text: isComplete ? text : JSON.stringify(clean), isComplete };
}

/** The depth to which members are examined. */
const maxDepth = 32;

function redactValue(value: unknown, wire: WireName | null, depth: number): unknown {
  if (typeof value === "string") return redactText(value);
  if (typeof value !== "object" || value === null) return value;
  if (depth === maxDepth) return redacted;
  // Only the first level has the names of the auth wire.
  const inner = wire === "auth" ? "functions" : wire;
  if (Array.isArray(value)) return value.map((each) => redactValue(each, inner, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      isSecret(name, wire) ? redacted : redactValue(member, inner, depth + 1),
    ]),
  );
}
