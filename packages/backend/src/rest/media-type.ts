/** A media type that the REST API supports. Any other type is `other` and needs a custom handler. */
export type MediaType =
  | { readonly kind: "json" }
  | { readonly kind: "geojson" }
  | { readonly kind: "csv" }
  | { readonly kind: "text" }
  | { readonly kind: "xml" }
  | { readonly kind: "openapi" }
  | { readonly kind: "form" }
  | { readonly kind: "octets" }
  | { readonly kind: "any" }
  | { readonly kind: "arrayNullsStripped" }
  | { readonly kind: "object"; readonly nullsStripped: boolean }
  | PlanMediaType
  | { readonly kind: "other"; readonly name: string };

export interface PlanMediaType {
  readonly kind: "plan";
  readonly for: MediaType;
  readonly format: "json" | "text";
  readonly options: readonly PlanOption[];
}

const planOptions = ["analyze", "verbose", "settings", "buffers", "wal"] as const;
export type PlanOption = (typeof planOptions)[number];

/** Returns the media type's name, as headers contain it. */
export function mediaTypeName(type: MediaType): string {
  switch (type.kind) {
    case "json":
      return "application/json";
    case "geojson":
      return "application/geo+json";
    case "csv":
      return "text/csv";
    case "text":
      return "text/plain";
    case "xml":
      return "text/xml";
    case "openapi":
      return "application/openapi+json";
    case "form":
      return "application/x-www-form-urlencoded";
    case "octets":
      return "application/octet-stream";
    case "any":
      return "*/*";
    case "arrayNullsStripped":
      return "application/vnd.pgrst.array+json;nulls=stripped";
    case "object":
      return `application/vnd.pgrst.object+json${type.nullsStripped ? ";nulls=stripped" : ""}`;
    case "plan": {
      const options = type.options.length > 0 ? `; options=${type.options.join("|")}` : "";
      return `application/vnd.pgrst.plan+${type.format}; for="${mediaTypeName(type.for)}"${options}`;
    }
    case "other":
      return type.name;
    default:
      return type satisfies never;
  }
}

/** Returns the Content-Type header for a body of this type. */
export function contentType(type: MediaType): string {
  const charset = type.kind === "octets" || type.kind === "other" ? "" : "; charset=utf-8";
  return mediaTypeName(type) + charset;
}

export function parseMediaType(text: string): MediaType {
  const { type, parameters } = splitParameters(text);
  const nullsStripped = parameters.get("nulls") === "stripped";
  switch (type) {
    case "application/json":
      return { kind: "json" };
    case "application/geo+json":
      return { kind: "geojson" };
    case "text/csv":
      return { kind: "csv" };
    case "text/plain":
      return { kind: "text" };
    case "text/xml":
      return { kind: "xml" };
    case "application/openapi+json":
      return { kind: "openapi" };
    case "application/x-www-form-urlencoded":
      return { kind: "form" };
    case "application/octet-stream":
      return { kind: "octets" };
    case "*/*":
      return { kind: "any" };
    case "application/vnd.pgrst.object":
    case "application/vnd.pgrst.object+json":
      return { kind: "object", nullsStripped };
    case "application/vnd.pgrst.array":
    case "application/vnd.pgrst.array+json":
      return { kind: nullsStripped ? "arrayNullsStripped" : "json" };
    case "application/vnd.pgrst.plan":
    case "application/vnd.pgrst.plan+text":
      return plan("text", parameters);
    case "application/vnd.pgrst.plan+json":
      return plan("json", parameters);
    default:
      return { kind: "other", name: text.trim() };
  }
}

function plan(format: "json" | "text", parameters: ReadonlyMap<string, string>): PlanMediaType {
  const requestedOptions = parameters.get("options")?.split("|") ?? [];
  const explainedType = parseMediaType(parameters.get("for") ?? "application/json");
  return {
    kind: "plan",
    for: explainedType.kind === "plan" ? { kind: "json" } : explainedType,
    format,
    options: planOptions.filter((option) => requestedOptions.includes(option)),
  };
}

/**
 * Parses a media type (RFC 9110, section 8.3.1). Supports only the syntax that clients use: tokens, and quoted strings
 * without escapes.
 */
function splitParameters(text: string): { type: string; parameters: Map<string, string> } {
  const [type = "", ...parameterTexts] = splitOutsideQuotes(text, ";");
  const parameters = new Map<string, string>();
  for (const piece of parameterTexts) {
    const equals = piece.indexOf("=");
    if (equals < 0) continue;
    const value = piece.slice(equals + 1).trim();
    const isQuoted = value.length > 1 && value.startsWith('"') && value.endsWith('"');
    parameters.set(
      piece.slice(0, equals).trim().toLowerCase(),
      isQuoted ? value.slice(1, -1) : value,
    );
  }
  return { type: type.trim().toLowerCase(), parameters };
}

/** Returns the types of an Accept header in order of preference: by quality, then by how specific they are. */
export function parseAccept(header: string | null): MediaType[] {
  if (header === null) return [{ kind: "any" }];
  return splitOutsideQuotes(header, ",")
    .map((entry) => {
      const { type, quality } = withoutQuality(entry);
      const specificity = count(type, ";") - count(type, "*");
      return { type, quality, specificity };
    })
    .sort((a, b) => b.quality - a.quality || b.specificity - a.specificity)
    .map(({ type }) => parseMediaType(type));
}

function withoutQuality(entry: string): { type: string; quality: number } {
  let quality = 1;
  const parts = splitOutsideQuotes(entry, ";").filter((piece) => {
    const [name = "", value = ""] = piece.split("=", 2);
    if (name.trim().toLowerCase() !== "q") return true;
    const number = Number.parseFloat(value);
    if (!Number.isNaN(number)) quality = number;
    return false;
  });
  return { type: parts.join(";").trim(), quality };
}

function count(text: string, character: string): number {
  return text.split(character).length - 1;
}

function splitOutsideQuotes(text: string, separator: string): string[] {
  const pieces = [""];
  let isQuoted = false;
  for (const character of text) {
    if (character === '"') isQuoted = !isQuoted;
    if (character === separator && !isQuoted) pieces.push("");
    else pieces[pieces.length - 1] += character;
  }
  return pieces;
}
