import { apply, type Edit, lineAt } from "./edit.ts";
import { parsed } from "./manifest.ts";
import { moved, ours } from "./packages.ts";
import type { Remark } from "./source.ts";
import { isNode, moduleOf, type Node, nameOf, nodesOf, tree, walk } from "./syntax.ts";

/** Files that tell tools of packages by name. */
export const configurations =
  /(^|[\\/])((vite|vitest|webpack|next|rollup|rolldown|rspack|rsbuild|craco|jest|metro|esbuild|tsup|astro|remix|react-router|tanstack|tailwind|app|cypress|playwright)[\w.-]*\.config(\.[\w-]+)*|config-overrides|(jest|vitest)[.-]setup|webpack\.\w+)\.[cm]?[jt]sx?$/;

/** Lists of packages, in which an entry of a package has no place. */
const packageLists =
  /^(transpilePackages|serverExternalPackages|serverComponentsExternalPackages|optimizePackageImports|dedupe)$/;
/** Where a name is said to mean something else: nobody imports the old name now. */
const aliases = /^(alias|paths|resolveAlias|fallback)$/;

const names = /@supabase\/auth-(ui-react|ui-shared|helpers-react)(?![\w-])/g;

/** Moves the names in a configuration: in lists, in keys, and in patterns. */
export function rewriteConfiguration(file: string, source: string) {
  return rewriteNames(tree(file, source), source);
}

/** The same for a section of a package.json, `jest` for one. */
export function rewriteSection(source: string, section: string) {
  const properties = nodesOf(parsed(source)?.["properties"]);
  const property = properties.find(({ key }) => nameOf(key) === section);
  return property ? rewriteNames(property, source) : { text: source, remarks: [] };
}

function rewriteNames(root: Node, source: string): { text: string; remarks: readonly Remark[] } {
  const edits: Edit[] = [];
  const remarks: Remark[] = [];
  const done = new Set<number>();

  for (const node of walk(root)) {
    const module = moduleOf(node);
    if (module) done.add(module.start);
  }
  visit(root, "");
  return { text: apply(source, edits), remarks };

  function visit(node: Node, key: string): void {
    if (node.type === "ObjectProperty") {
      property(node, key);
      return;
    }
    if (node.type === "ArrayExpression") list(node, key);
    if (node.type === "StringLiteral") text(node);
    if (node.type === "RegExpLiteral" && /@supabase\\?\/auth-(ui|helpers-react)/.test(rawOf(node)))
      remark(node, `${rawOf(node)} names a package that has moved.`);
    for (const child of childrenOf(node)) visit(child, key);
  }

  function property(node: Node, outer: string): void {
    const name = nameOf(node["key"]);
    if (Object.hasOwn(moved, name) && aliases.test(outer)) {
      remark(node, `Nothing imports ${name} any more: take this out.`);
      for (const { start } of walk(node)) done.add(start);
      return;
    }
    // Lists may stand one level deeper: `manualChunks: { auth: […] }`.
    for (const child of childrenOf(node))
      visit(child, child === node["value"] && name !== "" ? name : outer);
  }

  /** A list of names: what has become the same stands in it once. */
  function list(node: Node, key: string): void {
    const elements = nodesOf(node["elements"]);
    const seen = new Set(elements.map(stringOf).filter((value) => !Object.hasOwn(moved, value)));
    for (const [index, element] of elements.entries()) {
      const old = stringOf(element);
      const entry = Object.hasOwn(moved, old) ? moved[old] : undefined;
      if (entry === undefined) continue;
      done.add(element.start);
      const target = packageLists.test(key) ? ours : entry;
      const next = elements[index + 1];
      const previous = elements[index - 1];
      if (!seen.has(target)) edits.push({ ...inside(element), text: target });
      else if (previous) edits.push({ start: previous.end, end: element.end, text: "" });
      else edits.push({ start: element.start, end: next?.start ?? element.end, text: "" });
      seen.add(target);
    }
  }

  /** A key, a pattern, or a part of a path. */
  function text(node: Node): void {
    if (done.has(node.start)) return;
    const raw = source.slice(node.start + 1, node.end - 1);
    const now = raw.replace(names, (name) => moved[name] ?? name);
    if (now === raw) {
      if (/@supabase\/auth-ui/.test(raw)) remark(node, `"${raw}" names a package that has moved.`);
      return;
    }
    if (/node_modules\/.*\/dist\//.test(raw))
      remark(node, `"${raw}" is a file of a package that has moved; left as it is.`);
    else if (edits.some((edit) => edit.text === now && now.includes("^")))
      remark(node, `"${raw}" is a second pattern for ${ours}; left as it is.`);
    else edits.push({ ...inside(node), text: now });
  }

  function remark(node: Node, said: string): void {
    remarks.push({ line: lineAt(source, node.start), text: said });
  }

  function rawOf(node: Node): string {
    return source.slice(node.start, node.end);
  }
}

function inside({ start, end }: Node): { start: number; end: number } {
  return { start: start + 1, end: end - 1 };
}

function stringOf(node: Node): string {
  return node.type === "StringLiteral" ? String(node["value"]) : "";
}

function childrenOf(node: Node): Node[] {
  return Object.entries(node)
    .filter(([key]) => key !== "loc" && !/comments$/i.test(key))
    .flatMap(([, value]) => (Array.isArray(value) ? value : [value]))
    .filter(isNode);
}
