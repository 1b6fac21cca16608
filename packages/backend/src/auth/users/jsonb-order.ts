/**
 * Metadata with its keys in the order in which `jsonb` gives them back: the shorter first and, of one
 * length, by their bytes (PostgreSQL, `lengthCompareJsonbString`). The order must not give away an
 * invented row.
 */
export function inJsonbOrder<Value>(value: Value): Value;
export function inJsonbOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((element) => inJsonbOrder<unknown>(element));
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).map(
    ([key, member]) => [Buffer.from(key), key, inJsonbOrder<unknown>(member)] as const,
  );
  members.sort(([a], [b]) => a.length - b.length || Buffer.compare(a, b));
  return Object.fromEntries(members.map(([, key, member]) => [key, member]));
}
