export interface QualifiedName {
  readonly schema: string;
  readonly name: string;
}

/** A map's key for a qualified name. Names may hold dots, but no NUL. */
export function nameKey({ schema, name }: QualifiedName): string {
  return `${schema}\0${name}`;
}
