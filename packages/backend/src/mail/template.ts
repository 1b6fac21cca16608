import { autoescape } from "./template/autoescape.ts";
import { evaluate, type Printer } from "./template/evaluate.ts";
import { textOf } from "./template/html-escapers.ts";
import { parse } from "./template/parser.ts";
import { Fault, TemplateError } from "./template/syntax.ts";

export { TemplateError };

/** A parsed template, ready for any number of messages. */
export interface Template {
  /**
   * @param data the value of `.`, which contains the variables of the message
   *
   * @throws {TemplateError} if the template cannot be rendered with the data
   */
  render(data: object): string;
}

/**
 * Parses a template in the language of Go's `html/template`, in which Supabase's e-mail templates are written: fields,
 * `if`, `range`, `with`, variables, pipelines, the built-in functions, trim markers and comments; without `define`,
 * `block` and `template`.
 *
 * Every value is escaped for its context in the HTML, and a link to anything but http, https or mailto becomes
 * `#ZgotmplZ`, as in Go. A missing field prints nothing.
 *
 * @param name its name in errors: a file's path, or the kind of message
 * @throws {TemplateError} naming the line and the reason
 *
 * @example
 * const template = htmlTemplate('<a href="{{ .ConfirmationURL }}">Confirm</a>', "confirmation");
 * template.render({ ConfirmationURL: "https://example.com/?a=1&b=2" });
 * // <a href="https://example.com/?a=1&amp;b=2">Confirm</a>
 */
export function htmlTemplate(source: string, name: string): Template {
  return nameErrors(name, () => {
    const { nodes, escapers } = autoescape(parse(source));
    const print: Printer = (action, value) => {
      const chain = escapers.get(action) ?? [];
      return String(chain.reduce<unknown>((text, escaper) => escaper(text), value));
    };
    return { render: (data) => nameErrors(name, () => evaluate(nodes, data, print)) };
  });
}

/**
 * Parses a template for a subject or a text message. These are not HTML, so nothing is escaped. (The
 * hosted service escapes subjects as HTML, so that O'Brien receives "O&#39;Brien"; this does not.)
 *
 * @throws {TemplateError} naming the line and the reason
 */
export function textTemplate(source: string, name: string): Template {
  return nameErrors(name, () => {
    const nodes = parse(source);
    const print: Printer = (_action, value) => textOf(value);
    return { render: (data) => nameErrors(name, () => evaluate(nodes, data, print)) };
  });
}

function nameErrors<T>(template: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof Fault) throw new TemplateError(template, error.line, error.message);
    throw error;
  }
}
