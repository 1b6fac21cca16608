/**
 * Calls one of the application's functions in a microtask, so that an error that it throws does not become a failure of
 * the form.
 */
export function notify(callback: () => void): void {
  queueMicrotask(callback);
}
