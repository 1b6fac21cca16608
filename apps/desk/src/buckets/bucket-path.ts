/** Returns the path of a bucket's screen. A folder ends with a slash. */
export function bucketPath(bucket: string, folder = "", tab?: "policies"): string {
  const query = folder === "" ? "" : `?${new URLSearchParams({ folder })}`;
  return `/files/${encodeURIComponent(bucket)}${tab ? `/${tab}` : ""}${query}`;
}

export const bucketsKey = ["buckets"] as const;
export const folderKey = (bucket: string) => ["folder", bucket] as const;

/** Returns the last part of a name: `b` for `a/b`, and `b/` for `a/b/`. */
export function baseName(name: string): string {
  return name.slice(name.replace(/\/$/, "").lastIndexOf("/") + 1);
}
