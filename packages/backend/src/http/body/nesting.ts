/**
 * Returns whether JSON nests deeper than `maxDepth`. Counts the brackets outside of strings. The databases and
 * `JSON.parse` fail at a few thousand levels.
 */
export function nestsDeeperThan(maxDepth: number, text: string): boolean {
  let depth = 0;
  let isQuoted = false;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (isQuoted) {
      if (character === "\\") index += 1;
      else if (character === '"') isQuoted = false;
    } else if (character === '"') {
      isQuoted = true;
    } else if (character === "[" || character === "{") {
      depth += 1;
      if (depth > maxDepth) return true;
    } else if (character === "]" || character === "}") {
      depth -= 1;
    }
  }
  return false;
}
