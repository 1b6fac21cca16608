import { apply, type Edit, lineAt } from "./edit.ts";
import { withoutDoubles } from "./merge-imports.ts";
import { mockEdits, mocks } from "./mocks.ts";
import { authHelpers, type Named, namedBy, renamed, stylesheet } from "./packages.ts";
import { providerEdits } from "./providers.ts";
import { type Specifier, type Survey, specifiersOf } from "./survey.ts";
import { calleeName, moduleOf, type Node, statementsOf, tree, walk } from "./syntax.ts";

/** What became of one source file. */
export interface Rewritten {
  readonly text: string;
  /** What a person should look at, with its line. */
  readonly remarks: readonly Remark[];
  /** The moved packages that it still imports. */
  readonly kept: ReadonlySet<string>;
  /** True when the file takes components, or anything else that runs, from a form kit. */
  readonly rendersForms: boolean;
}

export interface Remark {
  readonly line: number;
  readonly text: string;
}

/**
 * Rewrites every place of a source file where one of the moved packages is named as a module, and
 * not a byte more.
 *
 * @param file its name, for the syntax that its extension promises.
 * @param all what all files of the application take from the packages.
 * @throws {SyntaxError} when the file cannot be parsed.
 */
export function rewrite(
  file: string,
  source: string,
  all: Survey = { used: new Set() },
): Rewritten {
  const root = tree(file, source);
  const edits: Edit[] = all.withoutProviders ? providerEdits(root) : [];
  const remarks: Remark[] = [];
  const kept = new Set<string>();
  const named = new Set<number>();
  const merging = mockEdits(root, source, { typescript: /tsx?$/.test(file), used: all.used });
  let rendersForms = false;

  const remark = (place: number, text: string) => {
    remarks.push({ line: lineAt(source, place), text });
  };
  const keep = (place: number, { name }: Named, text: string) => {
    kept.add(name);
    remark(place, text);
  };

  function module(literal: Node, node: Node, is: Named): void {
    const { name, target, deep } = is;
    if (name === authHelpers && all.context !== undefined) {
      keep(
        node.start,
        is,
        `${all.context} of ${name} has no counterpart, and its session must stay in one place; left as it is.`,
      );
      return;
    }
    if (isAmbient(node, root)) {
      remark(node.start, `It declares types for ${name}; ${target} brings its own: take it out.`);
      return;
    }
    const specifiers = specifiersOf(node);
    const unknown = specifiers.filter((one) => renamed(one.name, is) === undefined);
    const opaque = deep && specifiers.length === 0;
    if (opaque || (unknown.length > 0 && unknown.length === specifiers.length)) {
      const names = unknown.map((one) => one.name).join(", ") || String(literal["value"]);
      keep(node.start, is, `${names} of ${name} has no counterpart; left as it is.`);
      return;
    }
    if (formKits(name) && runs(node)) rendersForms = true;
    if (unknown.length > 0) {
      edits.push(split(node, literal, is, specifiers));
      const names = unknown.map((one) => one.name).join(", ");
      keep(node.start, is, `${names} of ${name} has no counterpart; it stays imported.`);
      return;
    }
    // Only what stands between the quotes, whichever they are.
    edits.push({ start: literal.start + 1, end: literal.end - 1, text: target });
    for (const one of specifiers) {
      const now = renamed(one.name, is) ?? one.name;
      if (now !== one.name) edits.push({ ...place(one.node), text: written(one, now) });
    }
  }

  for (const node of walk(root)) {
    const literal = moduleOf(node);
    const is = literal && namedBy(String(literal["value"]));
    if (literal && is) {
      named.add(literal.start);
      module(literal, node, is);
    } else if (node.type === "StringLiteral" && !named.has(node.start)) {
      const text = String(node["value"]);
      if (/@supabase\/auth-(ui-react|ui-shared|helpers-react)(?![\w-])/.test(text))
        remark(node.start, `"${text}" is named outside an import; left as it is.`);
    }
  }
  for (const { start, text } of merging.remarks) remark(start, text);
  const inMerged = ({ start }: Edit) =>
    merging.removed.some((gone) => gone.start <= start && start < gone.end);
  const text = apply(source, [...edits.filter((edit) => !inMerged(edit)), ...merging.edits]);
  return {
    text: text === source ? source : withoutDoubles(file, text),
    remarks,
    kept,
    rendersForms,
  };

  /** An import in two: what moves, and what stays. */
  function split(node: Node, literal: Node, is: Named, specifiers: readonly Specifier[]): Edit {
    const text = source.slice(node.start, node.end);
    const [keyword = "import"] = /^(import|export)(\s+type)?/.exec(text) ?? [];
    const quote = source[literal.start];
    const newline = source.includes("\r\n") ? "\r\n" : "\n";
    const line = (names: readonly string[], module: string) =>
      `${keyword} { ${names.join(", ")} } from ${quote}${module}${quote}${text.endsWith(";") ? ";" : ""}`;
    const stays = specifiers.filter((one) => renamed(one.name, is) === undefined);
    const moves = specifiers.filter((one) => !stays.includes(one));
    const old = stays.map((one) => source.slice(one.node.start, one.node.end));
    const ours = moves.map((one) => written(one, renamed(one.name, is) ?? one.name));
    const lines = [line(old, String(literal["value"])), line(ours, is.target)];
    return { ...place(node), text: lines.join(newline) };
  }

  function written({ node, local, name }: Specifier, now: string): string {
    const text = source.slice(node.start, node.end);
    if (now === name) return text;
    return `${text.startsWith("type ") ? "type " : ""}${now} as ${local}`;
  }
}

/** Adds the stylesheet's import after the last import of a file; undefined where it has none. */
export function withStylesheet(file: string, source: string): string | undefined {
  if (source.includes("@portico/react/styles")) return source;
  const last = statementsOf(tree(file, source)).findLast(
    ({ type }) => type === "ImportDeclaration",
  );
  if (!last) return undefined;
  const written = source.slice(last.start, last.end);
  const quote = written.includes("'") ? "'" : '"';
  const end = written.endsWith(";") ? ";" : "";
  const newline = source.includes("\r\n") ? "\r\n" : "\n";
  const text = `${newline}import ${quote}${stylesheet}${quote}${end}`;
  return apply(source, [{ start: last.end, end: last.end, text }]);
}

function place({ start, end }: Node): { start: number; end: number } {
  return { start, end };
}

function formKits(name: string): boolean {
  return name !== authHelpers;
}

/** True when a node declares a module from nothing, as a stand-in for types, and adds to none. */
function isAmbient(node: Node, root: Node): boolean {
  if (node.type !== "TSModuleDeclaration") return false;
  return !statementsOf(root).some(({ type }) => /^(Import|Export)/.test(type));
}

/** True when a node brings in something that runs, not types alone, and no mock of it. */
function runs(node: Node): boolean {
  if (/^(require|import)$/.test(calleeName(node))) return !mocks.test(calleeName(node));
  if (node.type !== "ImportDeclaration" || node["importKind"] === "type") return false;
  const specifiers = specifiersOf(node);
  return specifiers.length === 0 || specifiers.some(({ type }) => !type);
}
