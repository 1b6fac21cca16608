import { SaxesParser } from "saxes";
import { malformedXml } from "./errors.ts";

/** An element's content: text, or elements by their names; a list is one element each, undefined is none. */
export type XmlContent =
  | string
  | number
  | boolean
  | Date
  | undefined
  | { readonly [name: string]: XmlContent | readonly XmlContent[] };

const namespace = "http://s3.amazonaws.com/doc/2006-03-01/";

/** A document with one root element. Errors are in no namespace, where clients look for them. */
export function xmlDocument(root: string, content: XmlContent): string {
  const attribute = root === "Error" ? "" : ` xmlns="${namespace}"`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${root}${attribute}>${inner(content)}</${root}>`;
}

function element(name: string, content: XmlContent): string {
  return content === undefined ? "" : `<${name}>${inner(content)}</${name}>`;
}

function inner(content: XmlContent): string {
  if (content === undefined) return "";
  if (content instanceof Date) return content.toISOString();
  if (typeof content !== "object") return escaped(String(content));
  return Object.entries(content)
    .map(([name, value]) =>
      [value]
        .flat()
        .map((one) => element(name, one as XmlContent))
        .join(""),
    )
    .join("");
}

/** XML 1.0 has no way to write most control characters. */
function escaped(text: string): string {
  return (
    text
      .replaceAll("&", "&amp;")
      .replaceAll("<", "&lt;")
      .replaceAll(">", "&gt;")
      .replaceAll('"', "&quot;")
      .replaceAll("\r", "&#13;")
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what XML cannot hold.
      .replace(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, "\ufffd")
  );
}

/** An element of a request: its text, and the elements in it. */
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

/** Requests are not deeper than three. */
const deepest = 8;

/**
 * Reads a document. A document type, which could define entities that unfold, is refused.
 *
 * @throws {StorageError}
 */
export function parseXml(text: string): XmlElement {
  const document: OpenElement = { name: "", text: "", children: [] };
  const open = [document];
  const refuse = () => {
    throw malformedXml();
  };
  const append = (characters: string) => {
    const current = open.at(-1);
    if (current) current.text += characters;
  };
  const parser = new SaxesParser();
  parser.on("error", refuse);
  parser.on("doctype", refuse);
  parser.on("opentag", ({ name }) => {
    const current: OpenElement = { name: name.replace(/^.*:/, ""), text: "", children: [] };
    open.at(-1)?.children.push(current);
    if (open.push(current) > deepest) refuse();
  });
  parser.on("closetag", () => void open.pop());
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

/** The text of the first element of this name. */
export function textOf(element: XmlElement, name: string): string | undefined {
  return childrenOf(element, name)[0]?.text;
}
