/**
 * The values of a template, and how Go's fmt prints them. Data comes from JSON, so a value corresponds to what Go's
 * encoding/json would produce: a `number` is a float64, a list a `[]interface {}`, an object a `map[string]interface
 * {}`. Whole numbers that the template itself contains or counts correspond to Go's int, and are a `bigint` here.
 * `undefined` is a missing value, which Go's packages treat like nil.
 */
export type Value = unknown;

export type Kind = "nil" | "bool" | "int" | "float" | "string" | "list" | "map";

export function kindOf(value: Value): Kind {
  if (value === undefined || value === null) return "nil";
  switch (typeof value) {
    case "boolean":
      return "bool";
    case "bigint":
      return "int";
    case "number":
      return "float";
    case "string":
      return "string";
    default:
      return Array.isArray(value) ? "list" : "map";
  }
}

/** Returns the Go name of a value's type, for messages that developers compare with those of the hosted service. */
export function typeName(value: Value): string {
  const names: Record<Kind, string> = {
    nil: "<nil>",
    bool: "bool",
    int: "int",
    float: "float64",
    string: "string",
    list: "[]interface {}",
    map: "map[string]interface {}",
  };
  return names[kindOf(value)];
}

/** Returns an object's own field. Inherited fields such as `.constructor` are missing. */
export function fieldOf(map: Value, name: string): Value {
  if (typeof map !== "object" || map === null || !Object.hasOwn(map, name)) return undefined;
  return Object.getOwnPropertyDescriptor(map, name)?.value;
}

/** Returns the names of an object's fields in Go's order, by their bytes. */
export function sortedKeys(map: Value): string[] {
  if (typeof map !== "object" || map === null) return [];
  return Object.keys(map).sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
}

export function listOf(value: Value): readonly Value[] {
  return Array.isArray(value) ? value : [];
}

/** Returns the number of elements, fields or bytes, or undefined for a value without a length. */
export function lengthOf(value: Value): number | undefined {
  if (typeof value === "string") return Buffer.byteLength(value);
  if (Array.isArray(value)) return value.length;
  return kindOf(value) === "map" ? sortedKeys(value).length : undefined;
}

/** Returns whether `if` treats a value as true. False, 0, nil and empty values are not true. */
export function isTrue(value: Value): boolean {
  if (typeof value === "boolean") return value;
  if (typeof value === "bigint") return value !== 0n;
  // Go does not treat NaN as zero.
  if (typeof value === "number") return value !== 0;
  return (lengthOf(value) ?? 0) > 0;
}

/** Formats a value like Go's verb %v. */
export function format(value: Value): string {
  switch (typeof value) {
    case "string":
      return value;
    case "number":
      return formatFloat(value);
    case "boolean":
    case "bigint":
      return String(value);
  }
  if (Array.isArray(value)) return `[${value.map(format).join(" ")}]`;
  if (kindOf(value) === "nil") return "<nil>";
  const fields = sortedKeys(value).map((key) => `${key}:${format(fieldOf(value, key))}`);
  return `map[${fields.join(" ")}]`;
}

/** Formats a number with the fewest digits that parse to the same value, with an exponent from 1e6 on (strconv, 'g'). */
export function formatFloat(value: number): string {
  if (Number.isNaN(value)) return "NaN";
  if (!Number.isFinite(value)) return value > 0 ? "+Inf" : "-Inf";
  if (Object.is(value, -0)) return "-0";
  const [digits = "", exponent = "0"] = value.toExponential().split("e");
  const isPlain = value === 0 || (Number(exponent) >= -4 && Number(exponent) < 6);
  return isPlain ? String(value) : `${digits}e${formatExponent(Number(exponent))}`;
}

/** Formats an exponent with a sign and at least two digits. */
export function formatExponent(exponent: number): string {
  const sign = exponent < 0 ? "-" : "+";
  return `${sign}${String(Math.abs(exponent)).padStart(2, "0")}`;
}

/** Formats values like fmt.Sprint, with a space between two operands if neither is a string. */
export function print(values: readonly Value[]): string {
  let text = "";
  values.forEach((value, index) => {
    const needsSpace =
      index > 0 && typeof value !== "string" && typeof values[index - 1] !== "string";
    text += (needsSpace ? " " : "") + format(value);
  });
  return text;
}
