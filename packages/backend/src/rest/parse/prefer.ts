/**
 * The Prefer header (RFC 7240), https://docs.postgrest.org/en/v14/references/api/preferences.html. Of a
 * preference given twice, the first counts.
 */
export interface Preferences {
  readonly resolution: "merge-duplicates" | "ignore-duplicates" | null;
  readonly return: "representation" | "minimal" | "headers-only" | null;
  readonly count: "exact" | "planned" | "estimated" | null;
  readonly tx: "commit" | "rollback" | null;
  readonly missing: "default" | "null" | null;
  readonly handling: "strict" | "lenient" | null;
  readonly timezone: string | null;
  readonly maxAffected: bigint | null;
  /** The unknown preferences of the request. */
  readonly invalid: readonly string[];
}

const none: Preferences = {
  resolution: null,
  return: null,
  count: null,
  tx: null,
  missing: null,
  handling: null,
  timezone: null,
  maxAffected: null,
  invalid: [],
};

export function parsePrefer(header: string | null, options: { txOverride: boolean }): Preferences {
  if (header === null) return none;
  const given = header.split(",").map((preference) => preference.trim());
  const known = new Set<string>();
  const choose = <Value extends string>(name: string, values: readonly Value[]): Value | null => {
    for (const value of values) known.add(`${name}=${value}`);
    for (const preference of given) {
      const chosen = values.find((value) => preference === `${name}=${value}`);
      if (chosen !== undefined) return chosen;
    }
    return null;
  };
  const tx = choose("tx", ["commit", "rollback"]);
  const chosen = {
    resolution: choose("resolution", ["merge-duplicates", "ignore-duplicates"]),
    return: choose("return", ["representation", "minimal", "headers-only"]),
    count: choose("count", ["exact", "planned", "estimated"]),
    tx: options.txOverride ? tx : null,
    missing: choose("missing", ["default", "null"]),
    handling: choose("handling", ["strict", "lenient"]),
    timezone: valueAfter(given, "timezone="),
    maxAffected: integer(valueAfter(given, "max-affected=")),
  };
  const invalid = given.filter(
    (preference) =>
      !known.has(preference) &&
      !preference.startsWith("timezone=") &&
      !preference.startsWith("max-affected="),
  );
  return { ...chosen, invalid };
}

/** The Preference-Applied header; null when no preference applied. */
export function preferenceApplied(applied: Preferences): string | null {
  const pairs: readonly (readonly [string, string | null])[] = [
    ["resolution", applied.resolution],
    ["missing", applied.missing],
    ["return", applied.return],
    ["count", applied.count],
    ["tx", applied.tx],
    ["handling", applied.handling],
    ["timezone", applied.timezone],
    [
      "max-affected",
      applied.handling === "strict" ? (applied.maxAffected?.toString() ?? null) : null,
    ],
  ];
  const said = pairs.flatMap(([name, value]) => (value === null ? [] : [`${name}=${value}`]));
  return said.length === 0 ? null : said.join(", ");
}

export function countsRows(preferences: Preferences): boolean {
  return preferences.count === "exact" || preferences.count === "estimated";
}

function valueAfter(given: readonly string[], prefix: string): string | null {
  return given.find((preference) => preference.startsWith(prefix))?.slice(prefix.length) ?? null;
}

function integer(text: string | null): bigint | null {
  return text !== null && /^-?\d{1,18}$/.test(text) ? BigInt(text) : null;
}
