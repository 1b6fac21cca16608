import type { SupportedStorage } from "@supabase/auth-js";

/** Storage of one client, which keeps its session nowhere else. */
export function memoryStorage(): SupportedStorage {
  const items = new Map<string, string>();
  return {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
  };
}
