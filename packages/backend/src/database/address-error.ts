/** The URL of a database is invalid. */
export class AddressError extends Error {
  override readonly name = "AddressError";
}
