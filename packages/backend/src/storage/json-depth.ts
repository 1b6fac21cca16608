/** Deeper documents overflow the stack of whoever writes them again, PostgreSQL's included. */
const deepest = 100;

/** True for a JSON text, valid already, whose lists and objects are nested too deeply. */
export function isTooDeep(text: string): boolean {
  let [depth, isText] = [0, false];
  for (let index = 0; index < text.length; index++) {
    const character = text[index];
    if (isText) {
      if (character === "\\") index++;
      else if (character === '"') isText = false;
    } else if (character === '"') isText = true;
    else if (character === "[" || character === "{") depth++;
    else if (character === "]" || character === "}") depth--;
    if (depth > deepest) return true;
  }
  return false;
}
