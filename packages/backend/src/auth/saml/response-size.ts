import { parseXml, type XmlElement } from "./xml.ts";

/**
 * The most nodes of a response: elements, attributes, texts and comments. The XPath of the library compares siblings with
 * each other, so its time grows with the square of their number: 240 kB of empty elements took minutes. An assertion
 * with 400 groups, each with its type, has some 2,000.
 */
const maxNodes = 2_000;

/**
 * Refuses a response that would occupy the process for long, before the library reads it. The content of an encrypted
 * assertion counts by itself: anyone can encrypt with the project's certificate.
 *
 * @throws {Error} if the response is not well-formed, or too large
 */
export async function refuseLargeResponse(
  xml: string,
  decryptionKey: string | undefined,
): Promise<void> {
  const response = parseXml(xml, maxNodes);
  const isEncrypted = response.children.some(({ name }) => name === "EncryptedAssertion");
  if (!isEncrypted || decryptionKey === undefined) return;
  // `decryptXml` decrypts the first of the document, and the library the one of the assertion.
  if (countElements(response, "EncryptedData") !== 1) {
    throw new Error("There is not exactly one encrypted element.");
  }
  const { decryptXml } = await import("@node-saml/node-saml/lib/xml.js");
  parseXml(await decryptXml(xml, decryptionKey), maxNodes);
}

function countElements({ name, children }: XmlElement, soughtName: string): number {
  const own = name === soughtName ? 1 : 0;
  return children.reduce((count, child) => count + countElements(child, soughtName), own);
}
