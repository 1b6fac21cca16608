import { z } from "zod";
import { formatPath, type Path } from "./document.ts";

/** Returns the schema of the value at a path. Returns undefined if no value or any value is allowed. */
export function schemaAt(schema: z.core.$ZodType, path: Path): z.core.$ZodType | undefined {
  let current: z.core.$ZodType | undefined = unwrap(schema);
  for (const key of path) {
    if (current instanceof z.ZodObject) current = unwrap(current.shape[String(key)]);
    else if (current instanceof z.ZodRecord) current = unwrap(current.valueType);
    else return undefined;
  }
  return current instanceof z.ZodUnknown ? undefined : current;
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
 * Suggests known keys for an unknown one: keys with the same name in other sections (unless there are many), or else a
 * key in the same section that differs by a typo or begins alike.
 */
export function suggestKeys(schema: z.core.$ZodType, path: Path): string[] {
  const key = String(path.at(-1));
  const sameNamedPaths = pathsOf(schema).filter((candidate) => candidate.at(-1) === key);
  if (sameNamedPaths.length === 1 || sameNamedPaths.length === 2)
    return sameNamedPaths.map(formatPath);
  const section = schemaAt(schema, path.slice(0, -1));
  const siblings = section instanceof z.ZodObject ? Object.keys(section.shape) : [];
  const sibling = findNearest(key, siblings) ?? findByPrefix(key, siblings);
  return sibling === undefined ? [] : [formatPath([...path.slice(0, -1), sibling])];
}

/** A shorter common prefix is probably a coincidence. */
const minPrefixLength = 4;

/**
 * Returns the candidate that is a prefix of the key or has the key as a prefix, such as `types` for `types_file`.
 * Returns undefined if there are several.
 */
function findByPrefix(key: string, candidates: readonly string[]): string | undefined {
  const matches = candidates.filter((candidate) => {
    const [short = "", long = ""] = [key, candidate].sort((a, b) => a.length - b.length);
    return short.length >= minPrefixLength && long.toLowerCase().startsWith(short.toLowerCase());
  });
  return matches.length === 1 ? matches[0] : undefined;
}

/** Returns the paths of all keys in the schema. A table comes before its keys. */
export function pathsOf(schema: z.core.$ZodType, path: Path = []): Path[] {
  const current = unwrap(schema);
  if (!(current instanceof z.ZodObject)) return [];
  return Object.entries(current.shape).flatMap(([key, innerSchema]) => [
    [...path, key],
    ...pathsOf(innerSchema, [...path, key]),
  ]);
}

/** Returns the candidate closest to a misspelled key. At most a third of the letters may differ. */
export function findNearest(key: string, candidates: readonly string[]): string | undefined {
  const closest = candidates
    .map((candidate) => ({
      candidate,
      distance: editDistance(key.toLowerCase(), candidate.toLowerCase()),
    }))
    .filter(({ candidate, distance }) => distance <= Math.max(key.length, candidate.length) / 3)
    .sort((a, b) => a.distance - b.distance);
  return closest[0]?.candidate;
}

/**
 * Returns the Damerau-Levenshtein distance in the variant "optimal string alignment": how many letters must be added,
 * removed, changed or swapped with their neighbor to turn one word into the other.
 */
function editDistance(a: string, b: string): number {
  let previousRow: number[] = [];
  let currentRow = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 0; i < a.length; i++) {
    const nextRow = [i + 1];
    for (let j = 0; j < b.length; j++) {
      const changeCost = (currentRow[j] ?? 0) + (a[i] === b[j] ? 0 : 1);
      const isSwapped = i > 0 && j > 0 && a[i] === b[j - 1] && a[i - 1] === b[j];
      const swapCost = isSwapped ? (previousRow[j - 1] ?? 0) + 1 : changeCost;
      nextRow.push(
        Math.min(changeCost, swapCost, (currentRow[j + 1] ?? 0) + 1, (nextRow[j] ?? 0) + 1),
      );
    }
    [previousRow, currentRow] = [currentRow, nextRow];
  }
  return currentRow[b.length] ?? 0;
}
