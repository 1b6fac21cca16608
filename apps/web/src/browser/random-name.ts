/** A name that nobody guesses. (`crypto.randomUUID` is missing on addresses without TLS.) */
export function randomName(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");
}
