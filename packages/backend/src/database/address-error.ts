/** The URL of a database cannot be used as it is. */
export class AddressError extends Error {
  override readonly name = "AddressError";
}
