import type { checklist } from "./en.ts";

/** A rule, and whether a password meets it. */
export interface Rule {
  readonly name: Exclude<keyof typeof checklist, "heading" | "met" | "unmet">;
  /** The number for `{{count}}` in its text. */
  readonly count?: number | undefined;
  /** Undefined if only the server knows. */
  readonly met: boolean | undefined;
}

/** The error for a password that the server rejected. */
export interface Refusal {
  /** `length`, `characters` and `pwned` (supabase/auth, `internal/api/password.go`). */
  readonly reasons: readonly string[];
  /** The server's message. Only it contains the minimum length and the kinds of characters. */
  readonly message: string;
  /** The password that was rejected. */
  readonly password: string;
}

/** The longest password that bcrypt reads, in bytes of UTF-8. */
const maxBytes = 72;

/** The limit is shown for passwords of this length or more. */
const shownFromBytes = 50;

/**
 * Returns the rules that a server has reported, checked against the typed password.
 *
 * @param hasLimit whether the form rejects passwords of more than 72 bytes
 */
export function rulesFor(
  { reasons, message, password: refusedPassword }: Refusal,
  password: string,
  hasLimit: boolean,
): Rule[] {
  const rules: Rule[] = [];
  const minLength = /at least (\d+) characters?\b/.exec(message)?.[1];
  if (minLength !== undefined) {
    const count = Number(minLength);
    // The server counts bytes, which are at least as many as the characters.
    rules.push({ name: "length", count, met: bytesOf(password) >= count });
  } else if (reasons.includes("length")) {
    rules.push({ name: "longer", met: password === refusedPassword ? false : undefined });
  }
  const sets = /one character of each: (.+?)\.(?= |$)/.exec(message)?.[1]?.split(", ");
  for (const set of sets ?? []) rules.push({ name: nameOf(set), met: hasOneOf(set, password) });
  if (!sets && reasons.includes("characters")) {
    rules.push({ name: "kinds", met: password === refusedPassword ? false : undefined });
  }
  if (reasons.includes("pwned")) {
    rules.push({ name: "pwned", met: password === refusedPassword ? false : undefined });
  }
  const count = bytesOf(password);
  if (hasLimit && count >= shownFromBytes)
    rules.push({ name: "bytes", count, met: count <= maxBytes });
  return rules;
}

function nameOf(set: string): Rule["name"] {
  const [hasLower, hasUpper] = [set.includes("a"), set.includes("A")];
  if (hasLower && hasUpper) return "letter";
  if (hasLower) return "lower";
  if (hasUpper) return "upper";
  return set.includes("0") ? "digit" : "symbol";
}

const hasOneOf = (set: string, password: string) =>
  [...password].some((character) => set.includes(character));

/** Returns the length of a text in bytes of UTF-8. */
function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length;
}
