import { type SaxesAttributeNS, SaxesParser } from "saxes";

/** An element of an XML document, with its namespace. */
export interface XmlElement {
  readonly namespace: string;
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly XmlElement[];
  /** The text directly inside the element. */
  readonly text: string;
}

interface OpenElement {
  readonly namespace: string;
  readonly name: string;
  readonly attributes: Map<string, string>;
  readonly children: XmlElement[];
  text: string;
}

/** The deepest nesting that is read. Metadata and assertions have about ten levels. */
const maxDepth = 64;

/**
 * Parses an XML document. Entities of a document type are not expanded, and a document type is refused.
 *
 * @param maxNodes the most elements, attributes, texts and comments
 * @throws {Error} if the document is not well-formed, or has more nodes
 */
export function parseXml(document: string, maxNodes = Number.POSITIVE_INFINITY): XmlElement {
  const parser = new SaxesParser({ xmlns: true, position: false });
  const stack: OpenElement[] = [];
  let root: XmlElement | undefined;
  let nodeCount = 0;
  const countNodes = (nodes: number) => {
    nodeCount += nodes;
    if (nodeCount > maxNodes) throw new Error(`The document has more than ${maxNodes} nodes.`);
  };
  parser.on("doctype", () => {
    throw new Error("A document type is not allowed.");
  });
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("opentag", ({ uri, local, attributes }) => {
    if (stack.length >= maxDepth) throw new Error("The document is nested too deeply.");
    const values = Object.values(attributes).map(
      ({ local: key, value }: SaxesAttributeNS) => [key, value] as const,
    );
    countNodes(1 + values.length);
    stack.push({
      namespace: uri,
      name: local,
      attributes: new Map(values),
      children: [],
      text: "",
    });
  });
  const append = (text: string) => {
    countNodes(1);
    const current = stack.at(-1);
    if (current) current.text += text;
  };
  parser.on("text", append);
  parser.on("cdata", append);
  parser.on("comment", () => countNodes(1));
  parser.on("processinginstruction", () => countNodes(1));
  parser.on("closetag", () => {
    const element = stack.pop();
    if (!element) return;
    const parent = stack.at(-1);
    if (parent) parent.children.push(element);
    else root = element;
  });
  parser.write(document).close();
  if (!root) throw new Error("The document is empty.");
  return root;
}

/** The namespaces of SAML 2.0 and of XML signatures. */
export const namespaces = {
  assertion: "urn:oasis:names:tc:SAML:2.0:assertion",
  metadata: "urn:oasis:names:tc:SAML:2.0:metadata",
  protocol: "urn:oasis:names:tc:SAML:2.0:protocol",
  signature: "http://www.w3.org/2000/09/xmldsig#",
} as const;

/** Returns an element's children with this namespace and name. */
export function childrenOf(
  element: XmlElement | undefined,
  namespace: keyof typeof namespaces,
  name: string,
): readonly XmlElement[] {
  return (element?.children ?? []).filter(
    (child) => child.name === name && child.namespace === namespaces[namespace],
  );
}

/** Returns the elements that a path of names leads to. */
export function elementsAt(
  element: XmlElement | undefined,
  namespace: keyof typeof namespaces,
  ...[name, ...others]: readonly string[]
): readonly XmlElement[] {
  if (name === undefined) return element ? [element] : [];
  return childrenOf(element, namespace, name).flatMap((child) =>
    elementsAt(child, namespace, ...others),
  );
}

/** Escapes text for an attribute or for the content of an element. */
export const escapeXml = (text: string) =>
  text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
