/** How the desk previews a file: the kind of preview, and the type with which the desk serves the file. */
export interface PreviewKind {
  readonly kind: "picture" | "sound" | "video" | "pdf" | "text";
  readonly type: string;
}

/** The types that the desk serves unchanged. Files of other types, above all HTML, are shown as text or not at all. */
const kinds: Readonly<Record<string, PreviewKind["kind"]>> = {
  "image/png": "picture",
  "image/jpeg": "picture",
  "image/gif": "picture",
  "image/webp": "picture",
  "image/avif": "picture",
  "image/bmp": "picture",
  "image/x-icon": "picture",
  "image/svg+xml": "picture",
  "audio/mpeg": "sound",
  "audio/mp4": "sound",
  "audio/aac": "sound",
  "audio/ogg": "sound",
  "audio/wav": "sound",
  "audio/webm": "sound",
  "audio/flac": "sound",
  "video/mp4": "video",
  "video/webm": "video",
  "video/ogg": "video",
  "video/quicktime": "video",
  "application/pdf": "pdf",
};

const aliases: Readonly<Record<string, string>> = {
  "image/jpg": "image/jpeg",
  "image/vnd.microsoft.icon": "image/x-icon",
  "audio/mp3": "audio/mpeg",
  "audio/x-wav": "audio/wav",
  "audio/x-m4a": "audio/mp4",
  "audio/m4a": "audio/mp4",
};

/** Matches the types of texts, including those outside `text/`. */
const textTypePattern =
  /^text\/|[/+](json|xml|yaml|toml|javascript|ecmascript|typescript|sql|x-sh|csv|ndjson|graphql)$/;

const typesByExtension: Readonly<Record<string, string>> = {
  png: "image/png",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  gif: "image/gif",
  webp: "image/webp",
  avif: "image/avif",
  svg: "image/svg+xml",
  ico: "image/x-icon",

  mp3: "audio/mpeg",
  m4a: "audio/mp4",
  ogg: "audio/ogg",
  wav: "audio/wav",
  flac: "audio/flac",
  mp4: "video/mp4",
  webm: "video/webm",
  mov: "video/quicktime",
  pdf: "application/pdf",

  txt: "text/plain",
  md: "text/plain",
  csv: "text/plain",
  json: "text/plain",
  log: "text/plain",

  html: "text/plain",
  xml: "text/plain",
  sql: "text/plain",
  css: "text/plain",
  ts: "text/plain",

  js: "text/plain",
  tsx: "text/plain",
  yml: "text/plain",
  yaml: "text/plain",
  toml: "text/plain",
};

/**
 * Returns how a file is previewed, or undefined if it is not. The file's type decides, or its name if the type is
 * unknown.
 */
export function previewKind(mimetype: string | null, name: string): PreviewKind | undefined {
  const declaredType = (mimetype ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";
  const isUnknown = declaredType === "" || declaredType === "application/octet-stream";
  const extension = /\.([a-z0-9]{1,8})$/i.exec(name)?.[1]?.toLowerCase() ?? "";
  const effectiveType = isUnknown ? typesByExtension[extension] : declaredType;
  if (effectiveType === undefined) return undefined;
  const type = aliases[effectiveType] ?? effectiveType;
  const kind = Object.hasOwn(kinds, type) ? kinds[type] : undefined;
  if (kind) return { kind, type };
  return textTypePattern.test(type)
    ? { kind: "text", type: "text/plain; charset=utf-8" }
    : undefined;
}
