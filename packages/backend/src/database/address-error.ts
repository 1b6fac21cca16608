/** Thrown if the database's URL is invalid, or if its server does not meet the requirements. */
export class AddressError extends Error {
  override readonly name = "AddressError";
}
