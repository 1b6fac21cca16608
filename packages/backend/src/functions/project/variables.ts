/** Returns whether the name is reserved for variables that the platform sets. The CLI reserves the same names. */
export const isReserved = (name: string) => name.startsWith("SUPABASE_");

/** Returns the variables that have a value and a name that is not reserved. */
export const withoutReserved = (
  variables: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(variables).flatMap(([name, value]) =>
      isReserved(name) || value === undefined ? [] : [[name, value] as const],
    ),
  );
