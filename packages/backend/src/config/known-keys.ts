import { z } from "zod";
import { formatPath, type Path } from "./document.ts";

/** The schema of the value at a path. Undefined where no value is allowed, or any value. */
export function schemaAt(schema: z.core.$ZodType, path: Path): z.core.$ZodType | undefined {
  let at: z.core.$ZodType | undefined = unwrap(schema);
  for (const key of path) {
    if (at instanceof z.ZodObject) at = unwrap(at.shape[String(key)]);
    else if (at instanceof z.ZodRecord) at = unwrap(at.valueType);
    else return undefined;
  }
  return at instanceof z.ZodUnknown ? undefined : at;
}

function unwrap(schema: z.core.$ZodType | undefined): z.core.$ZodType | undefined {
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault
  ) {
    return unwrap(schema.unwrap());
  }
  return schema instanceof z.ZodPipe ? unwrap(schema.in) : schema;
}

/**
 * Suggests known keys for an unknown one: those of the same name in other sections, unless there are many,
 * else the key beside it that differs by a typing error.
 */
export function suggestKeys(schema: z.core.$ZodType, path: Path): string[] {
  const key = String(path.at(-1));
  const elsewhere = pathsOf(schema).filter((known) => known.at(-1) === key);
  if (elsewhere.length === 1 || elsewhere.length === 2) return elsewhere.map(formatPath);
  const section = schemaAt(schema, path.slice(0, -1));
  const siblings = section instanceof z.ZodObject ? Object.keys(section.shape) : [];
  const sibling = nearest(key, siblings);
  return sibling === undefined ? [] : [formatPath([...path.slice(0, -1), sibling])];
}

/** Every key of the schema, by path, tables before their keys. */
export function pathsOf(schema: z.core.$ZodType, path: Path = []): Path[] {
  const at = unwrap(schema);
  if (!(at instanceof z.ZodObject)) return [];
  return Object.entries(at.shape).flatMap(([key, inner]) => [
    [...path, key],
    ...pathsOf(inner, [...path, key]),
  ]);
}

/** The candidate that a word is a misspelling of: at most a third of its letters may differ. */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  const ranked = candidates
    .map((candidate) => ({
      candidate,
      distance: editDistance(word.toLowerCase(), candidate.toLowerCase()),
    }))
    .filter(({ candidate, distance }) => distance <= Math.max(word.length, candidate.length) / 3)
    .sort((a, b) => a.distance - b.distance);
  return ranked[0]?.candidate;
}

/**
 * How many letters to add, drop, change or swap with their neighbour to turn one word into the other (the
 * Damerau-Levenshtein distance, in the variant "optimal string alignment").
 */
function editDistance(a: string, b: string): number {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 0; i < a.length; i++) {
    const next = [i + 1];
    for (let j = 0; j < b.length; j++) {
      const change = (row[j] ?? 0) + (a[i] === b[j] ? 0 : 1);
      const swapped = i > 0 && j > 0 && a[i] === b[j - 1] && a[i - 1] === b[j];
      const swap = swapped ? (before[j - 1] ?? 0) + 1 : change;
      next.push(Math.min(change, swap, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    [before, row] = [row, next];
  }
  return row[b.length] ?? 0;
}
