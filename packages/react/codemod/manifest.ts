import { parseExpression } from "@babel/parser";
import { apply, type Edit } from "./edit.ts";
import { moved, ours } from "./packages.ts";
import { isNode, type Node, nameOf, nodesOf } from "./syntax.ts";

const sections = ["dependencies", "devDependencies", "peerDependencies", "optionalDependencies"];

/**
 * Puts `@portico/react` in the place of the moved packages in a package.json, and leaves its
 * formatting alone.
 *
 * @param range the version to ask for, as `^1.0.0`.
 * @param kept packages that the sources still import: ours comes beside them.
 */
export function rewriteManifest(source: string, range: string, kept: ReadonlySet<string>): string {
  const edits: Edit[] = [];
  for (const section of dependenciesOf(source)) {
    const { entries } = section;
    const old = entries.filter(({ key }) => Object.hasOwn(moved, key));
    const [first] = old;
    if (!first) continue;
    const gone = old.filter(({ key }) => !kept.has(key));
    const there = entries.some(({ key }) => key === ours);
    const text = `"${ours}": ${JSON.stringify(range)}`;
    const replaced = there ? undefined : gone[0];
    if (replaced) edits.push({ ...replaced.place, text });
    else if (!there) {
      const before = source.slice(0, first.place.start);
      const gap = /,?(\s*)$/.exec(before)?.[1] ?? " ";
      edits.push({ start: first.place.start, end: first.place.start, text: `${text},${gap}` });
    }
    let leading = true;
    for (const [index, entry] of entries.entries()) {
      const goes = gone.includes(entry) && entry !== replaced;
      const before = entries[index - 1]?.place.end ?? entry.place.start;
      const after = entries[index + 1]?.place.start ?? entry.place.end;
      // A comma goes along: the one after where nothing stays before it, else the one before.
      if (goes && leading) edits.push({ start: entry.place.start, end: after, text: "" });
      else if (goes) edits.push({ start: before, end: entry.place.end, text: "" });
      leading &&= goes;
    }
  }
  return apply(source, edits);
}

/** The range that a package.json asks for a package by. */
export function rangeOf(source: string, name: string): string | undefined {
  const entries = dependenciesOf(source).flatMap((section) => section.entries);
  const value = entries.find(({ key }) => key === name)?.value;
  return value === undefined ? undefined : nameOf(value);
}

/** The moved packages that a package.json asks for. */
export function movedIn(source: string): string[] {
  const entries = dependenciesOf(source).flatMap((section) => section.entries);
  return entries.map(({ key }) => key).filter((key) => Object.hasOwn(moved, key));
}

interface Entry {
  readonly key: string;
  readonly value: unknown;
  readonly place: { readonly start: number; readonly end: number };
}

/** The object in a package.json; undefined where it is not JSON: a template of one, say. */
export function parsed(source: string): Node | undefined {
  try {
    const expression: unknown = parseExpression(source.replace(/^\uFEFF/, " "));
    return isNode(expression) ? expression : undefined;
  } catch {
    return undefined;
  }
}

function dependenciesOf(source: string): { entries: Entry[] }[] {
  return entriesOf(parsed(source))
    .filter(({ key }) => sections.includes(key))
    .map(({ value }) => ({ entries: entriesOf(value) }));
}

/** The properties of an object in the source. */
function entriesOf(expression: unknown): Entry[] {
  return nodesOf(isNode(expression) ? expression["properties"] : []).map(
    ({ key, value, start, end }) => ({ key: nameOf(key), value, place: { start, end } }),
  );
}
