import type { SupportedStorage } from "@supabase/auth-js";

/** Returns an in-memory storage for the session of one client. */
export function memoryStorage(): SupportedStorage {
  const items = new Map<string, string>();
  return {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
  };
}
