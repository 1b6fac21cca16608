/**
 * Calls a function of the application in its own microtask, so that an error it throws does not become a failure of the
 * form.
 */
export function notify(callback: () => void): void {
  queueMicrotask(callback);
}
