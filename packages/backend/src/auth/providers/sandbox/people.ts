import { createHash } from "node:crypto";

/** A person whom a developer has selected or entered. */
export interface Person {
  readonly name: string;
  readonly email: string;
}

/** A person's account at a provider. */
export interface Account {
  /** The account's id, which is always the same for one address at one provider. */
  readonly subject: string;
  /** The id for providers with numeric ids. */
  readonly number: number;
  readonly name: string;
  readonly givenName: string;
  readonly familyName: string;
  readonly username: string;
  /** Empty if the provider should not share it. */
  readonly email: string;
  readonly verified: boolean;
  /** The URL of an image that the sandbox serves. */
  readonly avatar: string;
}

/** The people to choose from. All of them have died, and example.com does not accept mail. */
export const samplePeople: readonly Person[] = [
  { name: "Ada Lovelace", email: "ada@example.com" },
  { name: "Grace Hopper", email: "grace@example.com" },
  { name: "Karen Spärck Jones", email: "karen@example.com" },
];

/**
 * Reads an entered person. The name defaults to the address.
 *
 * @returns undefined when the address is malformed
 */
export function parsePerson(name: string, email: string): Person | undefined {
  const address = email.trim();
  if (address.length > 254 || !/^[^\s@]+@[^\s@]+$/.test(address)) return undefined;
  const [localPart = address] = address.split("@");
  return { name: name.trim().slice(0, 100) || localPart, email: address };
}

/** Returns the account that a person has at a provider. */
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

/** Converts a name to lower-case letters, digits and hyphens. */
export function slug(name: string): string {
  return name
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "");
}
