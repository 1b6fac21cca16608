import { readStored } from "../browser/device-storage.ts";

/** The key of the session in local storage, and the name of the auth client's channel between tabs. */
export const sessionKey = "portico.session";

/**
 * Returns whether a session is stored in this browser. The session may have expired, so this is only good for a first
 * guess.
 */
export function hasStoredSession(): boolean {
  return readStored(sessionKey) !== undefined;
}

/** Returns the id of the user whose session is stored in this browser. */
export function storedUserId(): string | undefined {
  return storedUser()?.id;
}

/** Returns the address or number of the user whose session is stored in this browser. */
export function storedUserName(): string | undefined {
  const user = storedUser();
  return user?.email || user?.phone || undefined;
}

interface StoredUser {
  readonly id?: string;
  readonly email?: string;
  readonly phone?: string;
}

function storedUser(): StoredUser | undefined {
  try {
    return JSON.parse(readStored(sessionKey) ?? "null")?.user ?? undefined;
  } catch {
    return undefined;
  }
}
