/**
 * Finds the candidate most similar to a text, for a hint: first by the cosine of their character pairs and
 * triples, then by edit distance. The algorithm and its thresholds are those of FuzzySet
 * (https://glench.github.io/fuzzyset.js/), which PostgREST's hints come from.
 */
export function closest(
  text: string,
  candidates: Iterable<string>,
  least = 0.33,
): { readonly match: string; readonly score: number } | null {
  const target = text.toLowerCase();
  const entries = [...new Set(candidates)].map((original) => ({
    original,
    plain: original.toLowerCase(),
  }));
  const exact = entries.find(({ plain }) => plain === target);
  if (exact) return { match: exact.original, score: 1 };
  // A candidate whose length differs greatly cannot be similar.
  const near = entries.filter(({ plain }) => lengthsAlike(plain, target) >= least);
  if (near.length === 0) return null;
  for (const size of [3, 2]) {
    const found = bySimilarity(target, near, size, least);
    if (found) return found;
  }
  return null;
}

const lengthsAlike = (item: string, other: string) =>
  Math.min(item.length, other.length) / Math.max(item.length, other.length, 1);

interface Entry {
  readonly original: string;
  readonly plain: string;
}

/** Only the most similar candidates are compared by edit distance, which is slow. */
const maxMeasured = 50;

function bySimilarity(target: string, entries: readonly Entry[], size: number, least: number) {
  const grams = gramCounts(target, size);
  const similar = entries
    .map((entry) => ({ entry, score: cosine(grams, gramCounts(entry.plain, size)) }))
    .filter(({ score }) => score > 0)
    .sort((item, other) => other.score - item.score)
    .slice(0, maxMeasured)
    .map(({ entry }) => ({ match: entry.original, score: likeness(entry.plain, target) }))
    .sort((item, other) => other.score - item.score);
  const [best] = similar;
  return best !== undefined && best.score >= least ? best : null;
}

function gramCounts(text: string, size: number): Map<string, number> {
  const kept = Array.from(text).filter(isKept);
  const padded = ["-", ...kept, "-"];
  while (padded.length < size) padded.push("-");
  const counts = new Map<string, number>();
  for (let start = 0; start + size <= padded.length; start += 1) {
    const gram = padded.slice(start, start + size).join("");
    counts.set(gram, (counts.get(gram) ?? 0) + 1);
  }
  return counts;
}

function isKept(character: string): boolean {
  return /[\p{L}\p{N}, ]/u.test(character);
}

function cosine(item: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>): number {
  let product = 0;
  for (const [gram, count] of item) product += count * (other.get(gram) ?? 0);
  return product / (length(item) * length(other));
}

function length(counts: ReadonlyMap<string, number>): number {
  let squares = 0;
  for (const count of counts.values()) squares += count * count;
  return Math.sqrt(squares);
}

/** Returns the share of the longer text that two texts have in common (by Levenshtein distance), from 0 to 1. */
function likeness(item: string, other: string): number {
  const longest = Math.max(item.length, other.length);
  return longest === 0 ? 1 : 1 - distance(item, other) / longest;
}

function distance(item: string, other: string): number {
  let previous = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= item.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const substitution =
        (previous[column - 1] ?? 0) + (item[row - 1] === other[column - 1] ? 0 : 1);
      const insertion = (current[column - 1] ?? 0) + 1;
      const deletion = (previous[column] ?? 0) + 1;
      current.push(Math.min(substitution, insertion, deletion));
    }
    previous = current;
  }
  return previous[other.length] ?? 0;
}
