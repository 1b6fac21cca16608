/**
 * Returns the candidate that is most similar to a text, for the hint of an error. It ranks the candidates by the cosine
 * similarity of their character pairs and triples, and then by edit distance. The algorithm and its thresholds are
 * those of FuzzySet (https://glench.github.io/fuzzyset.js/), which PostgREST uses for its hints.
 */
export function findClosest(
  text: string,
  candidates: Iterable<string>,
  minScore = 0.33,
): { readonly match: string; readonly score: number } | null {
  const target = text.toLowerCase();
  const entries = [...new Set(candidates)].map((original) => ({
    original,
    lowerCase: original.toLowerCase(),
  }));
  const exact = entries.find(({ lowerCase }) => lowerCase === target);
  if (exact) return { match: exact.original, score: 1 };
  // A candidate whose length differs greatly cannot be similar.
  const similarInLength = entries.filter(
    ({ lowerCase }) => lengthRatio(lowerCase, target) >= minScore,
  );
  if (similarInLength.length === 0) return null;
  for (const size of [3, 2]) {
    const match = findMostSimilar(target, similarInLength, size, minScore);
    if (match) return match;
  }
  return null;
}

const lengthRatio = (a: string, b: string) =>
  Math.min(a.length, b.length) / Math.max(a.length, b.length, 1);

interface Entry {
  readonly original: string;
  readonly lowerCase: string;
}

/** The number of candidates that are compared by edit distance, which is slow. */
const maxCompared = 50;

function findMostSimilar(
  target: string,
  entries: readonly Entry[],
  size: number,
  minScore: number,
) {
  const grams = gramCounts(target, size);
  const similar = entries
    .map((entry) => ({ entry, score: cosine(grams, gramCounts(entry.lowerCase, size)) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, maxCompared)
    .map(({ entry }) => ({ match: entry.original, score: similarity(entry.lowerCase, target) }))
    .sort((a, b) => b.score - a.score);
  const [best] = similar;
  return best !== undefined && best.score >= minScore ? best : null;
}

function gramCounts(text: string, size: number): Map<string, number> {
  const characters = Array.from(text).filter(isComparable);
  const padded = ["-", ...characters, "-"];
  while (padded.length < size) padded.push("-");
  const counts = new Map<string, number>();
  for (let start = 0; start + size <= padded.length; start += 1) {
    const gram = padded.slice(start, start + size).join("");
    counts.set(gram, (counts.get(gram) ?? 0) + 1);
  }
  return counts;
}

function isComparable(character: string): boolean {
  return /[\p{L}\p{N}, ]/u.test(character);
}

function cosine(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number {
  let product = 0;
  for (const [gram, count] of a) product += count * (b.get(gram) ?? 0);
  return product / (vectorLength(a) * vectorLength(b));
}

function vectorLength(counts: ReadonlyMap<string, number>): number {
  let squares = 0;
  for (const count of counts.values()) squares += count * count;
  return Math.sqrt(squares);
}

/** Returns the similarity of two texts from 0 to 1, based on their Levenshtein distance. */
function similarity(a: string, b: string): number {
  const maxLength = Math.max(a.length, b.length);
  return maxLength === 0 ? 1 : 1 - editDistance(a, b) / maxLength;
}

function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const substitution = (previous[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1);
      const insertion = (current[column - 1] ?? 0) + 1;
      const deletion = (previous[column] ?? 0) + 1;
      current.push(Math.min(substitution, insertion, deletion));
    }
    previous = current;
  }
  return previous[b.length] ?? 0;
}
