import { alongUrl, BadHtml, type Context, type State, type Step } from "./html-context.ts";

/**
 * Strings and comments of a script are recognised, so that a value inside a string stays in it. Regular
 * expressions are not: after a slash, a script may go on, but may hold no further values.
 */
export function throughScript(context: Context, text: string): Step {
  const to = (state: State, length: number): Step => ({ context: { ...context, state }, length });
  switch (context.state) {
    case "script": {
      const token = /["'`]|\/\*|\/\/|\/|<!--|-->/.exec(text);
      if (token === null) return to("script", text.length);
      const length = token.index + token[0].length;
      const [mark] = token;
      if (mark === '"' || mark === "'" || mark === "`") return to(`script ${mark}`, length);
      if (mark === "/") return to("script after slash", text.length);
      return to(mark === "/*" ? "script /*" : "script //", length);
    }
    case "script after slash":
      return to(context.state, text.length);
    case "script /*": {
      const end = text.indexOf("*/");
      return end < 0 ? to(context.state, text.length) : to("script", end + 2);
    }
    case "script //": {
      const end = text.search(/[\n\r\u2028\u2029]/);
      return end < 0 ? to(context.state, text.length) : to("script", end);
    }
    default: {
      const mark = context.state.slice(-1);
      const end = endOfString(text, mark);
      if (mark === "`" && /\$\{/.test(end < 0 ? text : text.slice(0, end))) {
        throw new BadHtml(
          "A value inside a script's template literal is not supported in e-mail templates.",
        );
      }
      return end < 0 ? to(context.state, text.length) : to("script", end + 1);
    }
  }
}

/** Likewise for a style sheet, whose strings and `url()` may hold URLs. */
export function throughStyle(context: Context, text: string): Step {
  const to = (state: State, length: number): Step => ({
    context: { ...context, state, urlPart: "start" },
    length,
  });
  switch (context.state) {
    case "style": {
      const token = /(?<![-\w\u0080-\uffff])url\([ \t\n\f\r]*(["']?)|["']|\/\*|\/\//i.exec(text);
      if (token === null) return to("style", text.length);
      const length = token.index + token[0].length;
      const [mark, urlQuote] = token;
      if (urlQuote === '"') return to('style url"', length);
      if (urlQuote === "'") return to("style url'", length);
      if (urlQuote === "") return to("style url", length);
      if (mark === '"' || mark === "'") return to(`style ${mark}`, length);
      return to(mark === "/*" ? "style /*" : "style //", length);
    }
    case "style /*": {
      const end = text.indexOf("*/");
      return end < 0 ? to(context.state, text.length) : to("style", end + 2);
    }
    case "style //": {
      const end = text.search(/[\n\f\r]/);
      return end < 0 ? to(context.state, text.length) : to("style", end);
    }
    default: {
      const mark = context.state === "style url" ? " \t\n\f\r)" : context.state.slice(-1);
      const end = endOfString(text, mark);
      if (end >= 0) return to("style", end + 1);
      return { context: alongUrl(context, text), length: text.length };
    }
  }
}

/** The first of the closing characters without a backslash before it, or -1. */
function endOfString(text: string, closing: string): number {
  for (let at = 0; at < text.length; at++) {
    if (text[at] === "\\") {
      if (at + 1 === text.length) throw new BadHtml("A string ends in the middle of an escape.");
      at++;
    } else if (closing.includes(text.charAt(at))) return at;
  }
  return -1;
}
