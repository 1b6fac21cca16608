import { childrenOf, elementsAt, type XmlElement } from "./xml.ts";

/** The rule for one claim of a provider's `attribute_mapping`. */
export interface MappedAttribute {
  readonly name?: string | undefined;
  readonly names?: readonly string[] | undefined;
  readonly default?: unknown;
  readonly array?: boolean | undefined;
}

export interface AttributeMapping {
  readonly keys?: Readonly<Record<string, MappedAttribute>> | undefined;
}

/** The values `Format` of a name identifier. */
export const nameIdFormats = {
  email: "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress",
  persistent: "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent",
  transient: "urn:oasis:names:tc:SAML:2.0:nameid-format:transient",
  unspecified: "urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified",
} as const;

/** Returns an attribute's values. Matches its name or friendly name, ignoring case. */
export function attributeValues(assertion: XmlElement, name: string): readonly string[] {
  const lowerCaseName = name.toLowerCase();
  return elementsAt(assertion, "assertion", "AttributeStatement", "Attribute")
    .filter(({ attributes }) =>
      ["Name", "FriendlyName"].some((key) => attributes.get(key)?.toLowerCase() === lowerCaseName),
    )
    .flatMap((attribute) => childrenOf(attribute, "assertion", "AttributeValue"))
    .map(({ text }) => text)
    .filter((text) => text !== "");
}

/** Returns the user's permanent identifier at the provider, or undefined if the assertion has none. */
export function subjectOf(assertion: XmlElement): string | undefined {
  const [subjectId] = attributeValues(assertion, "urn:oasis:names:tc:SAML:attribute:subject-id");
  if (subjectId) return subjectId;
  const nameId = nameIdOf(assertion);
  if (!nameId?.text) return undefined;
  switch (nameId.attributes.get("Format")) {
    case nameIdFormats.email:
      return nameId.text.trim().toLowerCase();
    case nameIdFormats.transient:
      return undefined;
    default:
      return nameId.text;
  }
}

const emailAttributes = [
  "urn:oid:0.9.2342.19200300.100.1.3",
  "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress",
  "http://schemas.xmlsoap.org/claims/EmailAddress",
  "mail",
  "email",
];

/** Returns the address in one of the usual attributes, or in the name identifier. */
export function emailOf(assertion: XmlElement): string | undefined {
  for (const name of emailAttributes) {
    const [value] = attributeValues(assertion, name);
    if (value) return value;
  }
  const nameId = nameIdOf(assertion);
  return nameId?.attributes.get("Format") === nameIdFormats.email ? nameId.text : undefined;
}

function nameIdOf(assertion: XmlElement): XmlElement | undefined {
  return elementsAt(assertion, "assertion", "Subject", "NameID")[0];
}

/** Returns the claims that the provider's attribute mapping reads from an assertion. */
export function mapClaims(
  assertion: XmlElement,
  { keys = {} }: AttributeMapping,
): Record<string, unknown> {
  const claims: Record<string, unknown> = {};
  for (const [claim, rule] of Object.entries(keys)) {
    const names = [...(rule.name ? [rule.name] : []), ...(rule.names ?? [])];
    const values = names
      .map((name) => attributeValues(assertion, name))
      .find((found) => found.length > 0);
    if (values) claims[claim] = rule.array ? values : values[0];
    else if (rule.default !== undefined && rule.default !== null) claims[claim] = rule.default;
  }
  return claims;
}

/** Returns when the provider wants the session to end, in Unix milliseconds. */
export function sessionEndOf(assertion: XmlElement): number | undefined {
  return childrenOf(assertion, "assertion", "AuthnStatement")
    .map(({ attributes }) => Date.parse(attributes.get("SessionNotOnOrAfter") ?? ""))
    .find((time) => !Number.isNaN(time));
}
