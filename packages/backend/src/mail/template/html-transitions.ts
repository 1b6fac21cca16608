import { attributeKind } from "./html-attributes.ts";
import {
  advanceUrl,
  BadHtml,
  type Context,
  type State,
  type Step,
  startContext,
} from "./html-context.ts";

const references: Readonly<Record<string, string>> = {
  quot: '"',
  apos: "'",
  amp: "&",
  lt: "<",
  gt: ">",
};

function decodeReference(unchanged: string, decimal?: string, hex?: string, name?: string): string {
  if (name !== undefined) return references[name] ?? unchanged;
  const code = decimal === undefined ? Number.parseInt(hex ?? "", 16) : Number(decimal);
  return code <= 0x10ffff ? String.fromCodePoint(code) : "\ufffd";
}

/** Returns the context after the next tokens of the text. The length of a step is 0 only if the state changes. */
export function advanceContext(context: Context, text: string): Step {
  if (context.quote !== "") return insideValue(context, text);
  const end = endOfElement(context, text);
  if (end === 0) return { context: startContext, length: 0 };
  return transition(context, text.slice(0, end));
}

/** Returns the position at which a closing tag such as `</script` ends the current element. */
function endOfElement(context: Context, text: string): number {
  const { element, state } = context;
  if (element === "" || element === "meta" || isInTag(state)) return text.length;
  const end = text.search(new RegExp(`</${element}[> \\t\\n\\f/]`, "i"));
  return end < 0 ? text.length : end;
}

function isInTag(state: State): boolean {
  return (
    state === "tag" ||
    state === "attribute name" ||
    state === "after name" ||
    state === "before value" ||
    state === "value"
  );
}

function insideValue(context: Context, text: string): Step {
  const isUnquoted = context.quote === " ";
  const end = isUnquoted ? text.search(/[ \t\n\f\r>]/) : text.indexOf(context.quote);
  const value = end < 0 ? text : text.slice(0, end);
  if (isUnquoted && /["'<=`]/.test(value)) {
    throw new BadHtml(
      "An attribute's value without quotes contains a character that needs quotes.",
    );
  }
  if (end < 0) {
    // Decode character references first, so that `&quot;` in a style ends a string in it.
    let rest = value.replace(
      /&(?:#(\d+)|#[xX]([0-9a-fA-F]+)|(quot|apos|amp|lt|gt));/g,
      decodeReference,
    );
    let valueContext = context;
    while (rest !== "") {
      const step = transition(valueContext, rest);
      valueContext = step.context;
      rest = rest.slice(step.length);
    }
    return { context: valueContext, length: text.length };
  }
  return {
    context: { ...startContext, state: "tag", element: context.element },
    length: end + (isUnquoted ? 0 : 1),
  };
}

function transition(context: Context, text: string): Step {
  const unchanged = { context, length: text.length };
  switch (context.state) {
    case "text":
      return fromText(context, text);
    case "tag":
      return fromTag(context, text);
    case "attribute name": {
      const { length } = attributeName(text);
      if (length === text.length) return unchanged;
      return { context: { ...context, state: "after name" }, length };
    }
    case "after name": {
      const index = text.search(/[^ \t\n\f\r]/);
      if (index < 0) return unchanged;
      if (text[index] !== "=") return { context: { ...context, state: "tag" }, length: index };
      return { context: { ...context, state: "before value" }, length: index + 1 };
    }
    case "before value": {
      const index = text.search(/[^ \t\n\f\r]/);
      if (index < 0) return unchanged;
      const quoteCharacter = text[index];
      const quote = quoteCharacter === '"' || quoteCharacter === "'" ? quoteCharacter : " ";
      return { context: beginValue(context, quote), length: index + (quote === " " ? 0 : 1) };
    }
    case "comment": {
      const end = text.indexOf("-->");
      return end < 0 ? unchanged : { context: startContext, length: end + 3 };
    }
    case "url":
    case "srcset":
      return { context: advanceUrl(context, text), length: text.length };
    case "style":
      return {
        context: endsInsideCode(text) ? { ...context, state: "code" } : context,
        length: text.length,
      };
    case "raw text":
    case "value":
    case "code":
    case "dead":
      return unchanged;
    default:
      return context.state satisfies never;
  }
}

/** Returns whether the text of a `style` attribute ends inside a string, a comment or parentheses. */
function endsInsideCode(text: string): boolean {
  const unclosed = text
    .replace(/"[^"\\]*"|'[^'\\]*'|\/\*[\s\S]*?\*\//g, "")
    .replace(/\([^()]*\)/g, "");
  return /["'(\\]|\/\*/.test(unclosed);
}

/** Returns the context at the start of an attribute's value. */
export function beginValue(context: Context, quote: '"' | "'" | " "): Context {
  const { attribute } = context;
  const state = attribute === "plain" ? "value" : attribute;
  return { ...context, state, quote };
}

function fromText(context: Context, text: string): Step {
  const tag = /<!--|<(\/?)([a-zA-Z](?:[a-zA-Z0-9]|[:-][a-zA-Z0-9]){0,65535})/.exec(text);
  if (tag === null) return { context, length: text.length };
  const length = tag.index + tag[0].length;
  const [, slash, name] = tag;
  if (name === undefined) return { context: { ...startContext, state: "comment" }, length };
  return {
    context: { ...startContext, state: "tag", element: slash === "" ? specialElement(name) : "" },
    length,
  };
}

function specialElement(name: string): Context["element"] {
  const lowerName = name.toLowerCase();
  switch (lowerName) {
    case "script":
    case "style":
    case "textarea":
    case "title":
    case "meta":
      return lowerName;
    default:
      return "";
  }
}

function fromTag(context: Context, text: string): Step {
  const index = text.search(/[^ \t\n\f\r]/);
  if (index < 0) return { context, length: text.length };
  const { element } = context;
  if (text[index] === ">") {
    const states = {
      script: "code",
      style: "code",
      textarea: "raw text",
      title: "raw text",
    } as const;
    const nextContext =
      element === "" || element === "meta"
        ? startContext
        : { ...startContext, state: states[element], element };
    return { context: nextContext, length: index + 1 };
  }
  const rest = text.slice(index);
  const name = attributeName(rest);
  if (name === "") throw new BadHtml("An attribute's name is missing before =.");
  return {
    context: {
      ...context,
      state: index + name.length === text.length ? "attribute name" : "after name",
      attribute: classifyAttribute(element, name.toLowerCase()),
    },
    length: index + name.length,
  };
}

function attributeName(text: string): string {
  const name = /^[^ \t\n\f\r=>]*/.exec(text)?.[0] ?? "";
  const invalidCharacter = /["'<]/.exec(name);
  if (invalidCharacter === null) return name;
  throw new BadHtml(
    `An attribute's name cannot hold ${invalidCharacter[0]}; a quote may be missing before it.`,
  );
}

function classifyAttribute(element: Context["element"], name: string): Context["attribute"] {
  if (element === "meta" && name === "content") return "code";
  const kind = attributeKind(name);
  if (kind === "script") return "code";
  return kind === "unsafe" ? "plain" : kind;
}
