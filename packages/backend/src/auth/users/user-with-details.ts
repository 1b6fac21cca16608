import type { Connection } from "../../database/port.ts";
import { factorsOf } from "./factors.ts";
import { identitiesOf } from "./identities.ts";
import { renderUser } from "./user-json.ts";
import type { User } from "./users.ts";

/** Returns the JSON of a user with their identities and factors. */
export async function renderUserWithDetails(connection: Connection, user: User): Promise<object> {
  return renderUser(
    user,
    await identitiesOf(connection, user.id),
    await factorsOf(connection, user.id),
  );
}
