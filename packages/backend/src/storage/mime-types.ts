import { invalidMimeType } from "./errors.ts";

/** @throws {StorageError} when the bucket does not allow the type */
export function checkMimeType(type: string, allowed: readonly string[]): void {
  if (allowed.length === 0) return;
  const [kind, subtype] = type.split("/");
  const isAllowed = allowed.some((pattern) => {
    const [allowedKind, allowedSubtype] = pattern.split("/");
    return allowedKind === kind && (allowedSubtype === "*" || allowedSubtype === subtype);
  });
  if (subtype === undefined || !isAllowed) throw invalidMimeType(type);
}
