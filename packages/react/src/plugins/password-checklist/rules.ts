import type { checklist } from "./en.ts";

/** A rule, and whether a password meets it. */
export interface Rule {
  readonly name: Exclude<keyof typeof checklist, "heading" | "met" | "unmet">;
  /** The number for `{{count}}` in the rule's text. */
  readonly count?: number | undefined;
  /** Undefined if only the server can check the rule. */
  readonly isMet: boolean | undefined;
}

/** The error for a password that the server rejected. */
export interface Rejection {
  /** Any of `length`, `characters` and `pwned` (supabase/auth, `internal/api/password.go`). */
  readonly reasons: readonly string[];
  /** The server's message. The minimum length and the required kinds of characters are only there. */
  readonly message: string;
  /** The password that was rejected. */
  readonly password: string;
}

/** The longest password that bcrypt reads, in UTF-8 bytes. */
const maxBytes = 72;

/** The limit is listed for passwords of at least this length. */
const minListedBytes = 50;

/**
 * Returns the rules that the server has reported, and whether the typed password meets each.
 *
 * @param hasLimit whether the form rejects passwords of more than 72 bytes
 */
export function rulesFor(
  { reasons, message, password: rejectedPassword }: Rejection,
  password: string,
  hasLimit: boolean,
): Rule[] {
  const rules: Rule[] = [];
  const minLength = /at least (\d+) characters?\b/.exec(message)?.[1];
  if (minLength !== undefined) {
    const count = Number(minLength);
    // Count bytes, like the server. A text has at least as many bytes as characters.
    rules.push({ name: "length", count, isMet: byteLength(password) >= count });
  } else if (reasons.includes("length")) {
    rules.push({ name: "longer", isMet: password === rejectedPassword ? false : undefined });
  }
  const sets = /one character of each: (.+?)\.(?= |$)/.exec(message)?.[1]?.split(", ");
  for (const set of sets ?? [])
    rules.push({ name: ruleNameOf(set), isMet: hasOneOf(set, password) });
  if (!sets && reasons.includes("characters")) {
    rules.push({ name: "kinds", isMet: password === rejectedPassword ? false : undefined });
  }
  if (reasons.includes("pwned")) {
    rules.push({ name: "pwned", isMet: password === rejectedPassword ? false : undefined });
  }
  const count = byteLength(password);
  if (hasLimit && count >= minListedBytes)
    rules.push({ name: "bytes", count, isMet: count <= maxBytes });
  return rules;
}

function ruleNameOf(set: string): Rule["name"] {
  const [hasLower, hasUpper] = [set.includes("a"), set.includes("A")];
  if (hasLower && hasUpper) return "letter";
  if (hasLower) return "lower";
  if (hasUpper) return "upper";
  return set.includes("0") ? "digit" : "symbol";
}

const hasOneOf = (set: string, password: string) =>
  [...password].some((character) => set.includes(character));

/** Returns the length of a text in bytes of UTF-8. */
function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}
