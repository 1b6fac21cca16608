import { parseExpression } from "@babel/parser";
import { apply, type Edit } from "./edit.ts";
import { moved } from "./packages.ts";

const sections = ["dependencies", "devDependencies", "peerDependencies", "optionalDependencies"];

/**
 * Puts `@portico/react` in the place of the moved packages in a package.json, and leaves its
 * formatting alone.
 *
 * @param range the version to ask for, as `^1.0.0`.
 * @param kept packages that the sources still use.
 * @throws {SyntaxError} when it is not JSON.
 */
export function rewriteManifest(source: string, range: string, kept: ReadonlySet<string>): string {
  const edits: Edit[] = [];
  for (const section of entriesOf(parseExpression(source))) {
    if (!sections.includes(section.key)) continue;
    const entries = entriesOf(section.value);
    const old = entries.filter(({ key }) => Object.hasOwn(moved, key) && !kept.has(key));
    const ours = entries.some(({ key }) => key === "@portico/react");
    const replaced = ours ? undefined : old[0];
    if (replaced)
      edits.push({ ...replaced.place, text: `"@portico/react": ${JSON.stringify(range)}` });
    let leading = true;
    for (const [index, entry] of entries.entries()) {
      const gone = old.includes(entry) && entry !== replaced;
      const before = entries[index - 1]?.place.end ?? entry.place.start;
      const after = entries[index + 1]?.place.start ?? entry.place.end;
      // A comma goes along: the one after where nothing stays before it, else the one before.
      if (gone && leading) edits.push({ start: entry.place.start, end: after, text: "" });
      else if (gone) edits.push({ start: before, end: entry.place.end, text: "" });
      leading &&= gone;
    }
  }
  return apply(source, edits);
}

interface Entry {
  readonly key: string;
  readonly value: unknown;
  readonly place: { readonly start: number; readonly end: number };
}

/** The properties of an object in the source. */
function entriesOf(expression: unknown): Entry[] {
  const properties: unknown = Reflect.get(Object(expression), "properties");
  return (Array.isArray(properties) ? properties : []).flatMap((property: unknown) => {
    const { key, value, start, end } = { ...Object(property) };
    const name: unknown = Reflect.get(Object(key), "value");
    return typeof name === "string" ? [{ key: name, value, place: { start, end } }] : [];
  });
}
