import type { checklist } from "./en.ts";

/** A rule of a password: its name, and whether a password meets it. */
export interface Rule {
  readonly name: Exclude<keyof typeof checklist, "heading" | "met" | "unmet">;
  /** The number for `{{count}}` in its text. */
  readonly count?: number | undefined;
  /** Undefined when only the server knows. */
  readonly met: boolean | undefined;
}

/** Why a server refused a password. */
export interface Refusal {
  /** `length`, `characters` and `pwned` (supabase/auth, `internal/api/password.go`). */
  readonly reasons: readonly string[];
  /** The server's message: the shortest length and the kinds of characters are named there alone. */
  readonly message: string;
  /** The password that was refused. */
  readonly password: string;
}

/** The longest password that bcrypt reads, in bytes of UTF-8. */
const longest = 72;

/** The most bytes from which on the limit is worth a word. */
const near = 50;

/**
 * The rules that a server has named, held against a password as it is typed.
 *
 * @param limited whether the form refuses passwords of more than 72 bytes
 */
export function rulesFor(
  { reasons, message, password: refused }: Refusal,
  password: string,
  limited: boolean,
): Rule[] {
  const rules: Rule[] = [];
  const shortest = /at least (\d+) characters?\b/.exec(message)?.[1];
  if (shortest !== undefined) {
    const count = Number(shortest);
    // The server counts bytes here, which is never less than what a person counts.
    rules.push({ name: "length", count, met: bytesOf(password) >= count });
  } else if (reasons.includes("length")) {
    rules.push({ name: "longer", met: password === refused ? false : undefined });
  }
  const sets = /one character of each: (.+?)\.(?= |$)/.exec(message)?.[1]?.split(", ");
  for (const set of sets ?? []) rules.push({ name: nameOf(set), met: hasOneOf(set, password) });
  if (!sets && reasons.includes("characters")) {
    rules.push({ name: "kinds", met: password === refused ? false : undefined });
  }
  if (reasons.includes("pwned")) {
    rules.push({ name: "pwned", met: password === refused ? false : undefined });
  }
  const count = bytesOf(password);
  if (limited && count >= near) rules.push({ name: "bytes", count, met: count <= longest });
  return rules;
}

function nameOf(set: string): Rule["name"] {
  const [lower, upper] = [set.includes("a"), set.includes("A")];
  if (lower && upper) return "letter";
  if (lower) return "lower";
  if (upper) return "upper";
  return set.includes("0") ? "digit" : "symbol";
}

const hasOneOf = (set: string, password: string) =>
  [...password].some((character) => set.includes(character));

/** The length of a text in bytes of UTF-8. */
function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length;
}
