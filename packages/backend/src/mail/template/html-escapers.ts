import { attributeKind } from "./html-attributes.ts";
import { kindOf, print, type Value } from "./values.ts";

/** Go's replacement for a value that would be dangerous in its context. */
const harmlessText = "ZgotmplZ";

/** Makes a value safe for one kind of context; see html/template's html.go, url.go and css.go. */
export type Escaper = (value: Value) => string;

/** Converts a value to text. Nil is empty, where fmt would print `<nil>`. */
export const textOf: Escaper = (value) => (kindOf(value) === "nil" ? "" : print([value]));

const references: Readonly<Record<string, string>> = {
  "\0": "\ufffd",
  '"': "&#34;",
  "&": "&amp;",
  "'": "&#39;",
  "+": "&#43;",
  "<": "&lt;",
  ">": "&gt;",
};

/** Escapes a value for text, for RCDATA elements (`<title>`, `<textarea>`) and for quoted attribute values. */
export const escapeText: Escaper = (value) =>
  textOf(value).replace(/[\0"&'+<>]/g, (character) => references[character] ?? character);

/** Escapes an unquoted attribute value, which must not be empty or contain a space. */
export const escapeBareValue: Escaper = (value) => {
  const text = textOf(value);
  if (text === "") return harmlessText;
  return text.replace(/[\0\t-\r "&'+<=>`\ufdd0-\ufdef\ufff0-\uffff]/g, (character) => {
    if (character === "\0") return "&#xfffd;";
    if (character >= "\ufdd0") return `&#x${character.charCodeAt(0).toString(16)};`;
    return references[character] ?? `&#${character.charCodeAt(0)};`;
  });
};

/** Replaces an attribute's name unless it is known and harmless. */
export const filterName: Escaper = (value) => {
  const name = textOf(value).toLowerCase();
  return /^[0-9a-z]+$/.test(name) && attributeKind(name) === "plain" ? name : harmlessText;
};

export const dropInComment: Escaper = () => "";

/** Replaces URLs with a scheme other than http, https and mailto. */
export const filterUrl: Escaper = (value) => {
  const url = textOf(value);
  return isSafeUrl(url) ? url : `#${harmlessText}`;
};

function isSafeUrl(url: string): boolean {
  const [scheme = "", ...rest] = url.split(":");
  return rest.length === 0 || scheme.includes("/") || /^(?:https?|mailto)$/i.test(scheme);
}

/** Escapes the part of a URL before the query. Characters that have a meaning in URLs are not escaped. */
export const normalizeUrl: Escaper = (value) =>
  percentEncode(textOf(value), /%(?![0-9a-fA-F]{2})|[^-\w.~!#$&*+,/:;=?@[\]%]/gu);

/** Escapes a value within a query or fragment. All special characters are escaped. */
export const escapeUrl: Escaper = (value) => percentEncode(textOf(value), /[^-\w.~]+/g);

function percentEncode(text: string, pattern: RegExp): string {
  return text
    .toWellFormed()
    .replace(pattern, (characters) =>
      Buffer.from(characters).toString("hex").replace(/../g, "%$&"),
    );
}

export const filterSrcset: Escaper = (value) =>
  textOf(value)
    .split(",")
    .map((candidate) => {
      const [, leadingSpace = "", url = "", descriptor = ""] =
        /^(\s*)(\S*)([\s\S]*)$/.exec(candidate) ?? [];
      if (!isSafeUrl(url) || !/^[\s0-9a-zA-Z]*$/.test(descriptor)) return `#${harmlessText}`;
      return leadingSpace + normalizeUrl(url) + descriptor;
    })
    .join(",");

/** Filters a value for a `style` attribute. Only allows a plain word, number or color. */
export const filterStyle: Escaper = (value) => {
  const text = unescapeStyle(textOf(value));
  const token = text.replace(/[^-\w]/g, "").toLowerCase();
  const isSafe =
    !/[\0"'()/;@[\\\]`{}<>]|--/.test(text) &&
    !/expression|mozbinding/.test(token.replaceAll("-", ""));
  return isSafe ? text : harmlessText;
};

/** Decodes a style's escapes (CSS Syntax, section 4.3.7). */
function unescapeStyle(text: string): string {
  return text.replace(
    /\\(?:([0-9a-fA-F]{1,6})(?:\r\n|[ \t\n\f\r])?|([\s\S]))/g,
    (_all, hex, other) => {
      if (hex === undefined) return other;
      const code = Number.parseInt(hex, 16);
      return code > 0x10ffff ? "\ufffd" : String.fromCodePoint(code);
    },
  );
}
