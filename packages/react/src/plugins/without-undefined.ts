/**
 * Returns a copy without the keys whose value is undefined, because the client's types distinguish them from missing
 * keys.
 */
export function withoutUndefined<Values extends object>(
  values: Values,
): { [Key in keyof Values]?: Exclude<Values[Key], undefined> } {
  const definedValues: { [Key in keyof Values]?: Exclude<Values[Key], undefined> } = {};
  for (const key in values) {
    const value = values[key];
    if (isDefined(value)) definedValues[key] = value;
  }
  return definedValues;
}

function isDefined<Value>(value: Value): value is Exclude<Value, undefined> {
  return value !== undefined;
}
