/** How many texts are remembered for each grammar, and how long they may be: a few hundred kilobytes in all. */
const mostTexts = 500;
const longestText = 500;

/**
 * Remembers the results for the texts that a grammar read last. Applications repeat themselves: their
 * `select` and `order` change with their code, not with their users.
 */
export function remembered<T>(read: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) {
      // The text moves to the end of the map; the oldest entry, at the front, is dropped first.
      known.delete(text);
      known.set(text, found);
      return found;
    }
    const result = read(text);
    if (text.length > longestText) return result;
    known.set(text, result);
    const [oldest] = known.keys();
    if (known.size > mostTexts && oldest !== undefined) known.delete(oldest);
    return result;
  };
}
