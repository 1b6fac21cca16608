export interface QualifiedName {
  readonly schema: string;
  readonly name: string;
}

/** Returns the key of a qualified name for maps. Names can contain dots, but not NUL. */
export function nameKey({ schema, name }: QualifiedName): string {
  return `${schema}\0${name}`;
}
