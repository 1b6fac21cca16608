/** Formats a value as JavaScript: on one line if it is short, otherwise with one line per part. */
export function formatLiteral(value: unknown, indent = ""): string {
  if (value instanceof Code) return value.text.replaceAll("\n", `\n${indent}`);
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const [open, close] = Array.isArray(value) ? ["[", "]"] : ["{ ", " }"];
  const parts = (deeper: string) =>
    Array.isArray(value)
      ? value.map((item) => formatLiteral(item, deeper))
      : Object.entries(value).map(([name, item]) =>
          item instanceof Spread
            ? `...${item.text}`
            : `${nameOf(name)}: ${formatLiteral(item, deeper)}`,
        );
  const line = parts("").join(", ");
  if (line === "") return `${open}${close}`.replace(/ +/g, "");
  if (line.length < 64 && !line.includes("\n")) return `${open}${line}${close}`;
  const deeper = `${indent}  `;
  return `${open.trim()}\n${parts(deeper)
    .map((part) => `${deeper}${part},\n`)
    .join("")}${indent}${close.trim()}`;
}

const nameOf = (name: string) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name));

/** Code that `formatLiteral` writes as is, instead of a formatted value. */
export class Code {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** A value that is spread into the surrounding object. */
export class Spread extends Code {}
