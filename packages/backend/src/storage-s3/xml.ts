import { SaxesParser } from "saxes";
import { malformedXml } from "./errors.ts";

/** The content of an element: text, or child elements by name. A list becomes repeated elements. */
export type XmlContent =
  | string
  | number
  | boolean
  | Date
  | undefined
  | { readonly [name: string]: XmlContent | readonly XmlContent[] };

const namespace = "http://s3.amazonaws.com/doc/2006-03-01/";

/** Returns an XML document. Errors have no namespace, as clients expect. */
export function xmlDocument(root: string, content: XmlContent): string {
  const attribute = root === "Error" ? "" : ` xmlns="${namespace}"`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${root}${attribute}>${contentXml(content)}</${root}>`;
}

function elementXml(name: string, content: XmlContent): string {
  return content === undefined ? "" : `<${name}>${contentXml(content)}</${name}>`;
}

function contentXml(content: XmlContent): string {
  if (content === undefined) return "";
  if (content instanceof Date) return content.toISOString();
  if (typeof content !== "object") return escapeXml(String(content));
  return Object.entries(content)
    .map(([name, value]) =>
      [value]
        .flat()
        .map((item) => elementXml(name, item as XmlContent))
        .join(""),
    )
    .join("");
}

/** Escapes text, and replaces the control characters that XML 1.0 cannot represent. */
function escapeXml(text: string): string {
  return (
    text
      .replaceAll("&", "&amp;")
      .replaceAll("<", "&lt;")
      .replaceAll(">", "&gt;")
      .replaceAll('"', "&quot;")
      .replaceAll("\r", "&#13;")
      // biome-ignore lint/suspicious/noControlCharactersInRegex: XML cannot contain these characters
      .replace(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, "\ufffd")
  );
}

/** A parsed element. */
export interface XmlElement {
  readonly name: string;
  readonly text: string;
  readonly children: readonly XmlElement[];
}

interface OpenElement {
  readonly name: string;
  text: string;
  readonly children: OpenElement[];
}

/** The XML of requests has at most three levels. */
const maxDepth = 8;

/**
 * Enough for the maximum number of parts with all checksums. The limit is needed because parsing an element takes as
 * long as parsing a hundred letters.
 */
const maxElements = 65_000;

/** Clients send no attributes except namespaces. */
const maxAttributes = 10;

/**
 * Parses a document. Refuses a DOCTYPE, which could define expanding entities.
 *
 * @throws {StorageError}
 */
export function parseXml(text: string): XmlElement {
  const document: OpenElement = { name: "", text: "", children: [] };
  const openElements = [document];
  const refuse = () => {
    throw malformedXml();
  };
  const append = (characters: string) => {
    const currentElement = openElements.at(-1);
    if (currentElement) currentElement.text += characters;
  };
  const counts = { elements: 0, attributes: 0 };
  const parser = new SaxesParser();
  parser.on("error", refuse);
  parser.on("doctype", refuse);
  parser.on("attribute", () => {
    counts.attributes += 1;
    if (counts.attributes > maxAttributes) refuse();
  });
  parser.on("opentag", ({ name }) => {
    counts.elements += 1;
    if (counts.elements > maxElements) refuse();
    const currentElement: OpenElement = { name: name.replace(/^.*:/, ""), text: "", children: [] };
    openElements.at(-1)?.children.push(currentElement);
    if (openElements.push(currentElement) > maxDepth) refuse();
  });
  parser.on("closetag", () => void openElements.pop());
  parser.on("text", append);
  parser.on("cdata", append);
  parser.write(text).close();
  const [root] = document.children;
  if (!root) throw malformedXml();
  return root;
}

export function childrenOf({ children }: XmlElement, name: string): readonly XmlElement[] {
  return children.filter((child) => child.name === name);
}

/** Returns the text of the first child with this name. */
export function textOf(element: XmlElement, name: string): string | undefined {
  return childrenOf(element, name)[0]?.text;
}
