/** Decodes a path for display. Returns a path with an invalid escape unchanged. */
export function safeDecode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
