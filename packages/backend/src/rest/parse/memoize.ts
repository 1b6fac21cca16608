/** The limits of each grammar's cache, which takes a few hundred kilobytes at most. */
const maxTexts = 500;
const maxTextLength = 500;

/**
 * Caches the results for the texts that a grammar parsed last. Applications repeat their `select` and `order`, which
 * depend on their code and not on their users.
 */
export function memoize<T>(parse: (text: string) => T): (text: string) => T {
  const cache = new Map<string, T>();
  return (text) => {
    const cached = cache.get(text);
    if (cached !== undefined) {
      // Move the text to the end of the map, because the entry at the front is dropped first.
      cache.delete(text);
      cache.set(text, cached);
      return cached;
    }
    const result = parse(text);
    if (text.length > maxTextLength) return result;
    cache.set(text, result);
    const [oldest] = cache.keys();
    if (cache.size > maxTexts && oldest !== undefined) cache.delete(oldest);
    return result;
  };
}
