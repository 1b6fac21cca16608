export type State =
  | "text"
  | "tag"
  | "attribute name"
  | "after name"
  | "before value"
  | "comment"
  | "raw text"
  | "value"
  | "url"
  | "srcset"
  | "style"
  /** A script, a style sheet, a string in a `style` attribute and similar contexts. Values are not allowed in them. */
  | "code"
  /** After `{{ break }}`, where the template writes nothing. */
  | "dead";

/**
 * The context of a position in an HTML document, as in html/template/context.go. Both branches of an `if` must end in
 * the same context.
 */
export interface Context {
  readonly state: State;
  /** The quote that ends the attribute's value. A space means that the value has no quotes; empty outside a value. */
  readonly quote: "" | '"' | "'" | " ";
  readonly urlPart: "start" | "path" | "query" | "unknown";
  readonly element: "" | "script" | "style" | "textarea" | "title" | "meta";
  readonly attribute: "plain" | "url" | "srcset" | "style" | "code";
}

export const startContext: Context = {
  state: "text",
  quote: "",
  urlPart: "start",
  element: "",
  attribute: "plain",
};

export function sameContext(a: Context, b: Context): boolean {
  return (
    a.state === b.state &&
    a.quote === b.quote &&
    a.urlPart === b.urlPart &&
    a.element === b.element &&
    a.attribute === b.attribute
  );
}

/** The context after the next tokens of a text, and the length of those tokens. */
export interface Step {
  readonly context: Context;
  readonly length: number;
}

/** Thrown if a document cannot be parsed. The message is for the author of the template. */
export class BadHtml extends Error {}

/** Returns the context with the part of the URL in which the text ends. */
export function advanceUrl(context: Context, text: string): Context {
  if (/[#?]/.test(text)) return { ...context, urlPart: "query" };
  if (context.urlPart === "start" && text.trim() !== "") return { ...context, urlPart: "path" };
  return context;
}
