import {
  fieldOf,
  format,
  formatExponent,
  kindOf,
  sortedKeys,
  typeName,
  type Value,
} from "./values.ts";

interface Verb {
  readonly flags: string;
  readonly width: number;
  readonly precision: number | undefined;
  readonly letter: string;
}

const directive = /%(?<flags>[-+# 0]*)(?<width>\d*)(?:\.(?<precision>\d*))?(?<letter>[\s\S]?)/gu;

/** The named groups of the regular expression. */
interface Directive {
  readonly flags: string;
  readonly width: string;
  readonly precision: string | undefined;
  readonly letter: string;
}

/**
 * Implements Go's fmt.Sprintf for the verbs that make sense with a template's values: %v %s %q %d %f %e %g %t %x %X %c
 * and %%, with flags, width and precision. A verb that does not fit its value is printed as in Go: `%!d(string=x)`.
 */
export function printf(pattern: string, values: readonly Value[]): string {
  let usedCount = 0;
  const text = pattern.replace(directive, (...match) => {
    const { flags, width, precision, letter }: Directive = match.at(-1);
    if (letter === "") return "%!(NOVERB)";
    if (letter === "%") return "%";
    if (usedCount >= values.length) return `%!${letter}(MISSING)`;
    const verb = {
      flags,
      width: Number(width),
      precision: precision === undefined ? undefined : Number(precision),
      letter,
    };
    return formatWithVerb(verb, values[usedCount++]);
  });
  const extraValues = values
    .slice(usedCount)
    .map((value) => `${typeName(value)}${describe(value)}`);
  return extraValues.length > 0 ? `${text}%!(EXTRA ${extraValues.join(", ")})` : text;
}

/** For an extra value, Go prints its type and the value; for nil, only the type. */
function describe(value: Value): string {
  return kindOf(value) === "nil" ? "" : `=${format(value)}`;
}

/** Applies the verb to each element of a list or an object. */
function formatWithVerb(verb: Verb, value: Value): string {
  const formatElement = (item: Value) =>
    kindOf(item) === "nil" ? "<nil>" : formatWithVerb(verb, item);
  if (Array.isArray(value)) return `[${value.map(formatElement).join(" ")}]`;
  if (kindOf(value) === "map") {
    const formatField = (key: string) =>
      `${formatWithVerb(verb, key)}:${formatElement(fieldOf(value, key))}`;
    return `map[${sortedKeys(value).map(formatField).join(" ")}]`;
  }
  const text = convert(verb, value);
  if (text !== undefined) return pad(verb, text, kindOf(value) !== "string");
  if (kindOf(value) === "nil") return `%!${verb.letter}(<nil>)`;
  return `%!${verb.letter}(${typeName(value)}=${pad(verb, format(value), false)})`;
}

function pad({ width, flags }: Verb, text: string, isNumber: boolean): string {
  const paddingLength = width - [...text].length;
  if (paddingLength <= 0) return text;
  if (flags.includes("-")) return text + " ".repeat(paddingLength);
  if (!flags.includes("0")) return " ".repeat(paddingLength) + text;
  const sign = isNumber && /^[+-]/.test(text) ? text.charAt(0) : "";
  return sign + "0".repeat(paddingLength) + text.slice(sign.length);
}

/** Formats a value by its verb, without padding. Returns undefined if the verb does not fit the value. */
function convert(verb: Verb, value: Value): string | undefined {
  const { letter } = verb;
  if (typeof value === "string") return convertString(verb, value);
  if (typeof value === "bigint") return convertInteger(verb, value);
  if (typeof value === "number") return convertFloat(verb, value);
  if (typeof value === "boolean") return letter === "v" || letter === "t" ? `${value}` : undefined;
  return letter === "v" ? format(value) : undefined;
}

function convertString({ letter, precision }: Verb, value: string): string | undefined {
  const truncated = precision === undefined ? value : [...value].slice(0, precision).join("");
  switch (letter) {
    case "v":
    case "s":
      return truncated;
    case "q":
      return JSON.stringify(truncated);
    case "x":
      return Buffer.from(value).toString("hex");
    case "X":
      return Buffer.from(value).toString("hex").toUpperCase();
    default:
      return undefined;
  }
}

function convertInteger({ letter, flags }: Verb, value: bigint): string | undefined {
  const sign = value >= 0n && flags.includes("+") ? "+" : "";
  switch (letter) {
    case "v":
    case "d":
      return sign + String(value);
    case "x":
      return sign + value.toString(16);
    case "X":
      return sign + value.toString(16).toUpperCase();
    case "o":
      return sign + value.toString(8);
    case "b":
      return sign + value.toString(2);
    case "c":
      return String.fromCodePoint(Number(value));
    default:
      return undefined;
  }
}

function convertFloat({ letter, precision, flags }: Verb, value: number): string | undefined {
  const sign = value >= 0 && flags.includes("+") ? "+" : "";
  switch (letter) {
    case "v":
    case "g":
      return (
        sign + format(precision === undefined ? value : Number(value.toPrecision(precision || 1)))
      );
    case "f":
    case "F":
      return sign + value.toFixed(precision ?? 6);
    case "e": {
      const [digits = "", exponent = "0"] = value.toExponential(precision ?? 6).split("e");
      return `${sign}${digits}e${formatExponent(Number(exponent))}`;
    }
    default:
      return undefined;
  }
}
