/** As many texts as are remembered of a kind, and the longest of them: a few hundred kilobytes in all. */
const mostTexts = 500;
const longestText = 500;

/**
 * Remembers what a grammar read from the texts seen last. Applications say the same things over and
 * over: what they select and how they order changes with their code, not with their users.
 */
export function remembered<T>(read: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) {
      // Back to the end of the line, out of which the first is dropped.
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
