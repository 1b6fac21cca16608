/** A script that ran. */
export interface Entry {
  readonly text: string;
  readonly at: number;
}

const storageName = "portico.desk.sql-history";
const mostEntries = 50;
/** A longer script would fill the storage of the page alone. */
const longestText = 20_000;

export function readHistory(): readonly Entry[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(storageName) ?? "[]");
    return Array.isArray(stored) ? stored : [];
  } catch {
    return [];
  }
}

/** Adds a script, and returns the history, the newest first. The same script is listed once. */
export function addToHistory(text: string): readonly Entry[] {
  const others = readHistory().filter((entry) => entry.text !== text);
  if (text.length > longestText) return others;
  const entries = [{ text, at: Date.now() }, ...others].slice(0, mostEntries);
  sessionStorage.setItem(storageName, JSON.stringify(entries));
  return entries;
}
