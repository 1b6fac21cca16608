/** Decodes a path for people. One with a wrong escape stays as it is. */
export function safeDecode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
