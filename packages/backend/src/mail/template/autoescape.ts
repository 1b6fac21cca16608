import { callFunction } from "./functions.ts";
import { BadHtml, type Context, sameContext, startContext } from "./html-context.ts";
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
import { advanceContext, beginValue } from "./html-transitions.ts";
import { type Branch, type Command, Fault, type Node, type Pipeline } from "./syntax.ts";

type Action = Extract<Node, { type: "action" }>;

export interface EscapedTemplate {
  readonly nodes: readonly Node[];
  /** The escapers for each action's value, in the order of their application. */
  readonly escapers: ReadonlyMap<Action, readonly Escaper[]>;
}

/**
 * Reads the HTML around each action to decide how its value must be escaped, as html/template/escape.go does.
 * Comments are dropped from the document, and a stray `<` is written as `&lt;`.
 */
export function autoescape(template: readonly Node[]): EscapedTemplate {
  const escapers = new Map<Action, readonly Escaper[]>();
  /** The contexts in which `break` and `continue` leave the body of each enclosing loop. */
  const exits: Context[][] = [];

  const walk = (
    nodes: readonly Node[],
    startContext: Context,
  ): { nodes: Node[]; context: Context } => {
    const rewrittenNodes: Node[] = [];
    let context = startContext;
    for (const node of nodes) {
      if (context.state === "dead") break;
      switch (node.type) {
        case "text": {
          const result = rewriteText(node, context);
          rewrittenNodes.push({ ...node, text: result.text });
          context = result.context;
          break;
        }
        case "action": {
          // A declaration produces no output.
          if (node.pipeline.variables.length > 0) {
            rewrittenNodes.push(node);
            break;
          }
          context = enterValueOrName(context);
          const { pipeline, escaperChain } = merge(
            node.pipeline,
            findEscapers(context, node.line),
            context,
          );
          const action: Action = { ...node, pipeline };
          escapers.set(action, escaperChain);
          rewrittenNodes.push(action);
          if (context.state === "tag") context = { ...context, state: "attribute name" };
          break;
        }
        case "break":
        case "continue":
          exits.at(-1)?.push(context);
          rewrittenNodes.push(node);
          context = { ...startContext, state: "dead" };
          break;
        default: {
          const result = walkBranch(node, context);
          rewrittenNodes.push({ ...node, body: result.body, otherwise: result.otherwise });
          context = result.context;
        }
      }
    }
    return { nodes: rewrittenNodes, context };
  };

  const walkBranch = (node: Branch & { type: "if" | "with" | "range" }, startContext: Context) => {
    const joinContexts = (a: Context, b: Context) => {
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
    const body = walk(node.body, startContext);
    let context = body.context;
    if (node.type === "range") {
      const joinExits = () => (exits.pop() ?? []).reduce(joinContexts, context);
      context = joinExits();
      // The second iteration starts in the context in which the first one ends, and must end in the same context.
      exits.push([]);
      context = joinContexts(context, walk(node.body, context).context);
      context = joinExits();
    }
    const otherwise = walk(node.otherwise, startContext);
    return {
      body: body.nodes,
      otherwise: otherwise.nodes,
      context: joinContexts(context, otherwise.context),
    };
  };

  const { nodes, context } = walk(template, startContext);
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

function rewriteText(node: Extract<Node, { type: "text" }>, startContext: Context) {
  let context = startContext;
  let text = "";
  let index = 0;
  while (index < node.text.length) {
    let step: ReturnType<typeof advanceContext>;
    try {
      step = advanceContext(context, node.text.slice(index));
    } catch (error) {
      if (!(error instanceof BadHtml)) throw error;
      throw new Fault(node.line + node.text.slice(0, index).split("\n").length - 1, error.message);
    }
    text += rewriteChunk(node.text.slice(index, index + step.length), context, step.context);
    context = step.context;
    index += step.length;
  }
  return { text, context };
}

/** Returns the output for a piece of text that begins in `context` and ends in `next`. */
function rewriteChunk(chunk: string, context: Context, next: Context): string {
  if (context.state === "comment") return "";
  if (context.state !== "text" && context.state !== "raw text") return chunk;
  const hasStateChanged = context.state !== next.state;
  const opensComment = hasStateChanged && next.state === "comment";
  const output = opensComment ? chunk.replace(/<!--$/, "") : chunk;
  const tag = hasStateChanged && !opensComment ? output.lastIndexOf("<") : -1;
  const end = tag < 0 ? output.length : tag;
  return output.slice(0, end).replace(/<(?!!DOCTYPE)/gi, "&lt;") + output.slice(end);
}

/** Returns an action's context, where the text before the action ends just before an attribute's value or name. */
function enterValueOrName(context: Context): Context {
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
  const unknownPart: Context = { ...a, urlPart: "unknown" };
  if (sameContext(unknownPart, { ...b, urlPart: "unknown" })) return unknownPart;
  const [nearA, nearB] = [enterValueOrName(a), enterValueOrName(b)];
  return sameContext(nearA, a) && sameContext(nearB, b) ? undefined : join(nearA, nearB);
}

function findEscapers(context: Context, line: number): Escaper[] {
  const escaperChain = innerEscapers(context, line);
  if (context.quote === " ") return [...escaperChain, escapeBareValue];
  return context.quote === "" ? escaperChain : [...escaperChain, escapeText];
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

/** The functions `html` and `urlquery`, each with the escapers that it replaces in a chain. */
const equivalents = new Map<string, { escaper: Escaper; replaces: ReadonlySet<Escaper> }>([
  ["html", { escaper: html, replaces: new Set([escapeText]) }],
  ["urlquery", { escaper: urlquery, replaces: new Set([escapeUrl, normalizeUrl]) }],
]);

/** Merges the functions `html` and `urlquery` into the escapers: `{{ .X | html }}` must not escape a value twice. */
function merge(
  pipeline: Pipeline,
  escaperChain: readonly Escaper[],
  context: Context,
): { pipeline: Pipeline; escaperChain: readonly Escaper[] } {
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
  const equivalentFunction =
    last?.[0].type === "function" ? equivalents.get(last[0].name) : undefined;
  if (last === undefined || equivalentFunction === undefined) return { pipeline, escaperChain };
  const earlierCommands = pipeline.commands.slice(0, -1);
  const [name, ...values] = last;
  const printCommand: Command = [{ type: "function", name: "print" }, ...values];
  const commands: readonly Command[] =
    earlierCommands.length > 0 ? earlierCommands : [printCommand];
  const isAlreadyEscaped = escaperChain.some((escaper) => equivalentFunction.replaces.has(escaper));
  return {
    pipeline: { ...pipeline, commands: isAlreadyEscaped ? commands : [...commands, [name]] },
    escaperChain: escaperChain.map((escaper) =>
      equivalentFunction.replaces.has(escaper) ? equivalentFunction.escaper : escaper,
    ),
  };
}
