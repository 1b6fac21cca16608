/**
 * The preferences in a Prefer header (RFC 7240), https://docs.postgrest.org/en/v14/references/api/preferences.html. If
 * the header repeats a preference, the first valid value wins.
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
  /** The preferences that are not supported. */
  readonly invalid: readonly string[];
}

const noPreferences: Preferences = {
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
  if (header === null) return noPreferences;
  const preferences = header.split(",").map((preference) => preference.trim());
  const validPreferences = new Set<string>();
  const choose = <Value extends string>(name: string, values: readonly Value[]): Value | null => {
    for (const value of values) validPreferences.add(`${name}=${value}`);
    for (const preference of preferences) {
      const match = values.find((value) => preference === `${name}=${value}`);
      if (match !== undefined) return match;
    }
    return null;
  };
  const tx = choose("tx", ["commit", "rollback"]);
  const validValues = {
    resolution: choose("resolution", ["merge-duplicates", "ignore-duplicates"]),
    return: choose("return", ["representation", "minimal", "headers-only"]),
    count: choose("count", ["exact", "planned", "estimated"]),
    tx: options.txOverride ? tx : null,
    missing: choose("missing", ["default", "null"]),
    handling: choose("handling", ["strict", "lenient"]),
    timezone: valueAfter(preferences, "timezone="),
    maxAffected: integer(valueAfter(preferences, "max-affected=")),
  };
  const invalid = preferences.filter(
    (preference) =>
      !validPreferences.has(preference) &&
      !preference.startsWith("timezone=") &&
      !preference.startsWith("max-affected="),
  );
  return { ...validValues, invalid };
}

/** Returns the `Preference-Applied` header for the applied preferences, or null if there are none. */
export function preferenceApplied(preferences: Preferences): string | null {
  const pairs: readonly (readonly [string, string | null])[] = [
    ["resolution", preferences.resolution],
    ["missing", preferences.missing],
    ["return", preferences.return],
    ["count", preferences.count],
    ["tx", preferences.tx],
    ["handling", preferences.handling],
    ["timezone", preferences.timezone],
    [
      "max-affected",
      preferences.handling === "strict" ? (preferences.maxAffected?.toString() ?? null) : null,
    ],
  ];
  const appliedPairs = pairs.flatMap(([name, value]) =>
    value === null ? [] : [`${name}=${value}`],
  );
  return appliedPairs.length === 0 ? null : appliedPairs.join(", ");
}

export function requestsCount(preferences: Preferences): boolean {
  return preferences.count === "exact" || preferences.count === "estimated";
}

function valueAfter(preferences: readonly string[], prefix: string): string | null {
  return (
    preferences.find((preference) => preference.startsWith(prefix))?.slice(prefix.length) ?? null
  );
}

function integer(text: string | null): bigint | null {
  return text !== null && /^-?\d{1,18}$/.test(text) ? BigInt(text) : null;
}
