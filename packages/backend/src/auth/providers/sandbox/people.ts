import { createHash } from "node:crypto";

/** A person to sign in as, as a developer types or picks them. */
export interface Person {
  readonly name: string;
  readonly email: string;
}

/** An account as a provider would hold it; the dialects write it out. */
export interface Account {
  /** Lasting: the same address at the same provider is the same account. */
  readonly subject: string;
  /** For the providers that number their accounts. */
  readonly number: number;
  readonly name: string;
  readonly givenName: string;
  readonly familyName: string;
  readonly username: string;
  /** Empty if the provider is to withhold it. */
  readonly email: string;
  readonly verified: boolean;
  /** Address of a picture, served by the sandbox itself. */
  readonly avatar: string;
}

/** People whom the page offers. All are gone, and example.com takes no mail. */
export const readyPeople: readonly Person[] = [
  { name: "Ada Lovelace", email: "ada@example.com" },
  { name: "Grace Hopper", email: "grace@example.com" },
  { name: "Karen Spärck Jones", email: "karen@example.com" },
];

/**
 * Reads a typed person; the name falls back to the address.
 *
 * @returns undefined when the address is malformed
 */
export function typedPerson(name: string, email: string): Person | undefined {
  const address = email.trim();
  if (address.length > 254 || !/^[^\s@]+@[^\s@]+$/.test(address)) return undefined;
  const [localPart = address] = address.split("@");
  return { name: name.trim().slice(0, 100) || localPart, email: address };
}

/** The account that a person has at a provider. */
export function accountOf(person: Person, provider: string, origin: string): Account {
  const hash = createHash("sha256").update(`${provider} ${person.email.toLowerCase()}`).digest();
  const [givenName = person.name, ...others] = person.name.split(/\s+/);
  return {
    subject: hash.toString("hex").slice(0, 24),
    number: hash.readUInt32BE(24),
    name: person.name,
    givenName,
    familyName: others.join(" "),
    username: slug(person.name).replaceAll("-", "") || "someone",
    email: person.email,
    verified: true,
    avatar: `${origin}/sandbox/avatar/${slug(person.name) || "someone"}.svg`,
  };
}

/** A name in lower-case letters, digits and hyphens. */
export function slug(name: string): string {
  return name
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "");
}
