import { parseXml, type XmlElement } from "./xml.ts";

/**
 * The most nodes in a response: elements, attributes, texts and comments. The library's XPath engine compares siblings
 * with each other, so its time grows with the square of their number: 240 kB of empty elements took minutes. An
 * assertion with 400 groups, each with its type, has about 2,000 nodes.
 */
const maxNodes = 2_000;

/**
 * Refuses a response that would occupy the process for long. Must be called before the library reads the response. The
 * content of an encrypted assertion is decrypted and checked as well, because anyone can encrypt with the project's
 * certificate.
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
  // `decryptXml` decrypts the document's first encrypted element, but the library decrypts the assertion's. They must
  // be the same.
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
