import { callFunction } from "./functions.ts";
import { BadHtml, type Context, sameContext, start } from "./html-context.ts";
import {
  dropInComment,
  type Escaper,
  escapeBareValue,
  escapeText,
  escapeUrl,
  filterName,
  filterSrcset,
  filterStyle,
  filterUrl,
  normalizeUrl,
} from "./html-escapers.ts";
import { advance, beginValue } from "./html-transitions.ts";
import { type Branch, type Command, Fault, type Node, type Pipeline } from "./syntax.ts";

type Action = Extract<Node, { type: "action" }>;

export interface EscapedTemplate {
  readonly nodes: readonly Node[];
  /** The escapers for each action's value, in the order in which they are applied. */
  readonly escapers: ReadonlyMap<Action, readonly Escaper[]>;
}

/**
 * Reads the HTML around each action to decide how its value must be escaped, as html/template/escape.go does.
 * Comments are dropped from the document, and a stray `<` is written as `&lt;`.
 */
export function autoescape(template: readonly Node[]): EscapedTemplate {
  const escapers = new Map<Action, readonly Escaper[]>();
  /** For each enclosing loop, the contexts in which `break` and `continue` leave its body. */
  const exits: Context[][] = [];

  const walk = (nodes: readonly Node[], from: Context): { nodes: Node[]; context: Context } => {
    const rewritten: Node[] = [];
    let context = from;
    for (const node of nodes) {
      if (context.state === "dead") break;
      switch (node.type) {
        case "text": {
          const read = rewriteText(node, context);
          rewritten.push({ ...node, text: read.text });
          context = read.context;
          break;
        }
        case "action": {
          // A declaration produces no output.
          if (node.pipeline.variables.length > 0) {
            rewritten.push(node);
            break;
          }
          context = nudge(context);
          const { pipeline, chain } = merge(node.pipeline, chainFor(context, node.line), context);
          const action: Action = { ...node, pipeline };
          escapers.set(action, chain);
          rewritten.push(action);
          if (context.state === "tag") context = { ...context, state: "attribute name" };
          break;
        }
        case "break":
        case "continue":
          exits.at(-1)?.push(context);
          rewritten.push(node);
          context = { ...start, state: "dead" };
          break;
        default: {
          const read = walkBranch(node, context);
          rewritten.push({ ...node, body: read.body, otherwise: read.otherwise });
          context = read.context;
        }
      }
    }
    return { nodes: rewritten, context };
  };

  const walkBranch = (node: Branch & { type: "if" | "with" | "range" }, from: Context) => {
    const joined = (a: Context, b: Context) => {
      const context = join(a, b);
      if (context) return context;
      throw new Fault(
        node.line,
        node.type === "range"
          ? "{{ range }} must end in the context in which it begins, so that it can be repeated."
          : `The branches of {{ ${node.type} }} end in different contexts (${describe(a)}, ${describe(b)}).`,
      );
    };
    if (node.type === "range") exits.push([]);
    const body = walk(node.body, from);
    let context = body.context;
    if (node.type === "range") {
      const leave = () => (exits.pop() ?? []).reduce(joined, context);
      context = leave();
      // The second iteration starts in the context in which the first one ends, and must end in the same context.
      exits.push([]);
      context = joined(context, walk(node.body, context).context);
      context = leave();
    }
    const otherwise = walk(node.otherwise, from);
    return {
      body: body.nodes,
      otherwise: otherwise.nodes,
      context: joined(context, otherwise.context),
    };
  };

  const { nodes, context } = walk(template, start);
  if (context.state !== "text") {
    throw new Fault(nodes.at(-1)?.line ?? 1, `The template ends ${describe(context)}.`);
  }
  return { nodes, escapers };
}

function describe({ state, element, quote }: Context): string {
  if (quote !== "") return "inside an attribute's value";
  if (element !== "" && element !== "meta" && state !== "tag") return `inside <${element}>`;
  if (state === "text") return "in text";
  return state === "comment" ? "inside a comment" : "inside a tag";
}

function rewriteText(node: Extract<Node, { type: "text" }>, from: Context) {
  let context = from;
  let text = "";
  let at = 0;
  while (at < node.text.length) {
    let step: ReturnType<typeof advance>;
    try {
      step = advance(context, node.text.slice(at));
    } catch (error) {
      if (!(error instanceof BadHtml)) throw error;
      throw new Fault(node.line + node.text.slice(0, at).split("\n").length - 1, error.message);
    }
    text += rewriteChunk(node.text.slice(at, at + step.length), context, step.context);
    context = step.context;
    at += step.length;
  }
  return { text, context };
}

/** Returns the output of a piece of text between two contexts. */
function rewriteChunk(chunk: string, context: Context, next: Context): string {
  if (context.state === "comment") return "";
  if (context.state !== "text" && context.state !== "raw text") return chunk;
  const changed = context.state !== next.state;
  const opensComment = changed && next.state === "comment";
  const kept = opensComment ? chunk.replace(/<!--$/, "") : chunk;
  const tag = changed && !opensComment ? kept.lastIndexOf("<") : -1;
  const end = tag < 0 ? kept.length : tag;
  return kept.slice(0, end).replace(/<(?!!DOCTYPE)/gi, "&lt;") + kept.slice(end);
}

/** Returns the context of an action that follows text which ends just before a value or a name. */
function nudge(context: Context): Context {
  switch (context.state) {
    case "tag":
      return { ...context, state: "attribute name" };
    case "before value":
      return { ...beginValue(context, " "), attribute: "plain" };
    case "after name":
      return { ...context, state: "attribute name", attribute: "plain" };
    default:
      return context;
  }
}

function join(a: Context, b: Context): Context | undefined {
  if (a.state === "dead") return b;
  if (b.state === "dead") return a;
  if (sameContext(a, b)) return a;
  const unsure: Context = { ...a, urlPart: "unknown" };
  if (sameContext(unsure, { ...b, urlPart: "unknown" })) return unsure;
  const [nearA, nearB] = [nudge(a), nudge(b)];
  return sameContext(nearA, a) && sameContext(nearB, b) ? undefined : join(nearA, nearB);
}

function chainFor(context: Context, line: number): Escaper[] {
  const chain = innerEscapers(context, line);
  if (context.quote === " ") return [...chain, escapeBareValue];
  return context.quote === "" ? chain : [...chain, escapeText];
}

function innerEscapers(context: Context, line: number): Escaper[] {
  switch (context.state) {
    case "url":
      if (context.urlPart === "query") return [escapeUrl];
      if (context.urlPart === "unknown") {
        throw new Fault(
          line,
          "The part of the URL that contains this value depends on a branch above.",
        );
      }
      return context.urlPart === "start" ? [filterUrl, normalizeUrl] : [normalizeUrl];
    case "srcset":
      return [filterSrcset];
    case "style":
      return [filterStyle];
    case "text":
    case "raw text":
      return [escapeText];
    case "attribute name":
      return [filterName];
    case "comment":
      return [dropInComment];
    case "code":
      throw new Fault(
        line,
        `A value ${describeCode(context)} is not supported in e-mail templates.`,
      );
    default:
      return [];
  }
}

function describeCode({ element, quote }: Context): string {
  if (quote === "") return `inside <${element}>`;
  if (element === "meta") return "in the content of <meta>";
  return "in an event handler, or in a string or parentheses of a style attribute,";
}

const html: Escaper = (value) => String(callFunction("html", [value]));
const urlquery: Escaper = (value) => String(callFunction("urlquery", [value]));

/** The escapers of a chain that the functions `html` and `urlquery` replace. */
const equivalents = new Map<string, { escaper: Escaper; replaces: ReadonlySet<Escaper> }>([
  ["html", { escaper: html, replaces: new Set([escapeText]) }],
  ["urlquery", { escaper: urlquery, replaces: new Set([escapeUrl, normalizeUrl]) }],
]);

/** Merges the functions `html` and `urlquery` into the escapers: `{{ .X | html }}` must not escape a value twice. */
function merge(
  pipeline: Pipeline,
  chain: readonly Escaper[],
  context: Context,
): { pipeline: Pipeline; chain: readonly Escaper[] } {
  pipeline.commands.forEach(([first], index) => {
    if (first.type !== "function" || !equivalents.has(first.name)) return;
    const isLast = index === pipeline.commands.length - 1;
    if (!isLast || (first.name === "html" && context.state === "value" && context.quote === " ")) {
      throw new Fault(
        pipeline.line,
        `${first.name} cannot be used here; values are escaped anyway.`,
      );
    }
  });
  const last = pipeline.commands.at(-1);
  const equivalent = last?.[0].type === "function" ? equivalents.get(last[0].name) : undefined;
  if (last === undefined || equivalent === undefined) return { pipeline, chain };
  const before = pipeline.commands.slice(0, -1);
  const [name, ...values] = last;
  const printed: Command = [{ type: "function", name: "print" }, ...values];
  const printing: readonly Command[] = before.length > 0 ? before : [printed];
  const isTwice = chain.some((escaper) => equivalent.replaces.has(escaper));
  return {
    pipeline: { ...pipeline, commands: isTwice ? printing : [...printing, [name]] },
    chain: chain.map((escaper) =>
      equivalent.replaces.has(escaper) ? equivalent.escaper : escaper,
    ),
  };
}
