/** Removes keys whose value is undefined: the client's types distinguish them from missing keys. */
export function withoutUndefined<Values extends object>(
  values: Values,
): { [Key in keyof Values]?: Exclude<Values[Key], undefined> } {
  const defined: { [Key in keyof Values]?: Exclude<Values[Key], undefined> } = {};
  for (const key in values) {
    const value = values[key];
    if (isDefined(value)) defined[key] = value;
  }
  return defined;
}

function isDefined<Value>(value: Value): value is Exclude<Value, undefined> {
  return value !== undefined;
}
