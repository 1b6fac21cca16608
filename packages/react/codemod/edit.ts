/** A piece of a text to replace: from `start` up to, not including, `end`. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Makes all edits at once, by the places that they had in the original; all else stays as it is. */
export function apply(original: string, edits: readonly Edit[]): string {
  let result = "";
  let at = 0;
  for (const { start, end, text } of [...edits].sort((a, b) => a.start - b.start)) {
    result += original.slice(at, start) + text;
    at = end;
  }
  return result + original.slice(at);
}

/** The number of the line, from 1, that a place in a text is on. */
export function lineAt(text: string, place: number): number {
  return text.slice(0, place).split("\n").length;
}
