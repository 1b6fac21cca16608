/**
 * Sorts the keys of metadata as `jsonb` does: shorter keys first, then by bytes (PostgreSQL,
 * `lengthCompareJsonbString`). Otherwise the order would reveal that a response describes a fake account.
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
