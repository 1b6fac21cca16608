/** A script that was run. */
export interface HistoryEntry {
  readonly text: string;
  readonly at: number;
}

const storageName = "portico.desk.sql-history";
const maxEntries = 50;
/** A longer script could fill sessionStorage, so it is not stored. */
const maxTextLength = 20_000;

export function readHistory(): readonly HistoryEntry[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(storageName) ?? "[]");
    return Array.isArray(stored) ? stored : [];
  } catch {
    return [];
  }
}

/** Adds a script to the history and returns the history, newest first. A repeated script moves to the front. */
export function addToHistory(text: string): readonly HistoryEntry[] {
  const otherEntries = readHistory().filter((entry) => entry.text !== text);
  if (text.length > maxTextLength) return otherEntries;
  const entries = [{ text, at: Date.now() }, ...otherEntries].slice(0, maxEntries);
  sessionStorage.setItem(storageName, JSON.stringify(entries));
  return entries;
}
