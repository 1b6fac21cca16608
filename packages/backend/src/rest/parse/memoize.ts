/** The limits of each grammar's cache: a few hundred kilobytes in all. */
const maxTexts = 500;
const maxTextLength = 500;

/**
 * Caches the results for the texts that a grammar read last. Applications repeat their `select` and `order`,
 * which change with their code, not with their users.
 */
export function memoize<T>(read: (text: string) => T): (text: string) => T {
  const cache = new Map<string, T>();
  return (text) => {
    const found = cache.get(text);
    if (found !== undefined) {
      // The text moves to the end of the map; the oldest entry, at the front, is dropped first.
      cache.delete(text);
      cache.set(text, found);
      return found;
    }
    const result = read(text);
    if (text.length > maxTextLength) return result;
    cache.set(text, result);
    const [oldest] = cache.keys();
    if (cache.size > maxTexts && oldest !== undefined) cache.delete(oldest);
    return result;
  };
}
