import type { Section } from "./pages.ts";

/** Words that occur in every text. */
const stopWords = new Set(
  "a an and are as at be by can do does for from how i in is it my not of on or the to use what when with".split(
    " ",
  ),
);

const maxTerms = 20;

/** How many times more a word in the title weighs than a word in the text. */
const titleWeight = 4;

/** Finds sections by their words, and ranks them. */
export class DocsSearch {
  readonly #sections: readonly (Section & {
    counts: ReadonlyMap<string, number>;
    length: number;
  })[];
  readonly #frequency = new Map<string, number>();

  constructor(sections: readonly Section[]) {
    this.#sections = sections.map((section) => {
      const counts = new Map<string, number>();
      const count = (terms: readonly string[], weight: number) => {
        for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + weight);
      };
      const terms = termsOf(section.content);
      count(terms, 1);
      count(termsOf(section.title), titleWeight);
      for (const term of counts.keys()) {
        this.#frequency.set(term, (this.#frequency.get(term) ?? 0) + 1);
      }
      return { ...section, counts, length: terms.length };
    });
  }

  find(query: string): readonly Section[] {
    const terms = [...new Set(termsOf(query))].slice(0, maxTerms);
    return this.#sections
      .map((section) => ({ section, score: this.#score(section, terms) }))
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score)
      .map(({ section: { title, href, content } }) => ({ title, href, content }));
  }

  /** Computes Okapi BM25 (Robertson and Zaragoza, 2009) with its usual constants. */
  #score(
    { counts, length }: { readonly counts: ReadonlyMap<string, number>; readonly length: number },
    terms: readonly string[],
  ): number {
    const sectionCount = this.#sections.length;
    const averageLength = 150;
    return terms.reduce((sum, term) => {
      const count = counts.get(term) ?? 0;
      const frequency = this.#frequency.get(term) ?? 0;
      const rarity = Math.log(1 + (sectionCount - frequency + 0.5) / (frequency + 0.5));
      return (
        sum + (rarity * count * 2.2) / (count + 1.2 * (0.25 + (0.75 * length) / averageLength))
      );
    }, 0);
  }
}

/** Returns the words of a text without plural endings. */
const termsOf = (text: string): readonly string[] =>
  (text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [])
    .filter((term) => term.length > 1 && !stopWords.has(term))
    .map((term) => term.replace(/(?<=\w{3})(ies|s)$/, (ending) => (ending === "s" ? "" : "y")));
