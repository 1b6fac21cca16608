import { normalizePhoneNumber } from "../../form/digits.ts";

/** The identifier that a user has typed, and its kind. */
export interface Identifier {
  readonly kind: "email" | "phone" | "username";
  /** The address, the number in international format, or the user name. */
  readonly value: string;
}

/** The kinds of identifier that the form accepts besides an e-mail address. */
export interface AcceptedKinds {
  readonly phone: boolean;
  readonly username: boolean;
}

/** The maximum length of an e-mail address (RFC 5321, section 4.5.3.1). */
const maxLength = 254;

/** Returns the identifier in a typed text, or undefined if the form does not accept it. */
export function identifierOf(
  typedText: string,
  { phone, username }: AcceptedKinds,
): Identifier | undefined {
  const value = typedText.trim();
  if (value === "" || value.length > maxLength) return undefined;
  if (value.includes("@")) return { kind: "email", value };
  const number = normalizePhoneNumber(value).replace(/^00/, "+");
  if (phone && /^\+[1-9]\d{6,14}$/.test(number)) return { kind: "phone", value: number };
  return username ? { kind: "username", value } : undefined;
}

/** Returns the domain of an address, in lower case. */
export function domainOf({ value }: Identifier): string {
  return value.slice(value.lastIndexOf("@") + 1).toLowerCase();
}
