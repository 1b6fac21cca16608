/** Returns an unguessable name. (`crypto.randomUUID` is undefined without TLS.) */
export function randomName(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");
}
